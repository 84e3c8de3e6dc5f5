import { attempt } from './program.ts'

const migrations = 'packages/database/src/migrations'

/**
 * The version to upgrade from: the newest release before this commit. While there is none, the newest state
 * of the main line whose migrations are all here, unchanged, and fewer: before a release a migration may
 * still be edited, and no database that it made can be upgraded.
 *
 * @returns the commit, or why there is none
 */
export async function findPreviousVersion(
  repository: string,
): Promise<{ commit: string } | { reason: string }> {
  const git = async (...words: string[]) => {
    const { status, stdout } = await attempt('git', words, { cwd: repository })
    return status === 0 ? stdout.trim() : ''
  }
  if ((await git('rev-parse', '--is-shallow-repository')) !== 'false')
    return { reason: 'this folder is no clone with its whole history' }
  const release = await git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^')
  if (release !== '') return { commit: await git('rev-parse', `${release}^{commit}`) }
  // Without renames: a renamed migration is another one to a database.
  const diff = ['diff', '--no-renames', '--name-status']
  const only = ['--', migrations, `:!${migrations}/index.ts`]
  const changes = await git('log', '--first-parent', '-m', '--format=%P', ...only)
  for (const parents of changes.split('\n')) {
    const [commit = ''] = parents.split(' ')
    if (commit === '') continue
    if ((await git('ls-tree', `${commit}:${migrations}`)) === '') continue
    const differences = (await git(...diff, commit, 'HEAD', ...only)).split('\n')
    if (differences.every(line => line.startsWith('A'))) return { commit }
  }
  return { reason: 'no earlier version in the history can be upgraded to this one' }
}
