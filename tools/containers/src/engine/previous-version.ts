import { attempt } from './program.ts'

const migrations = 'packages/database/src/migrations'
/** Before this service came, the images had other names, so today's docker-compose.yml cannot go back to them. */
const proved = 'services/operations/package.json'

/**
 * The version to upgrade from: the newest release before this commit. Without a release, the state of the
 * main line before the newest migration, or else the commit before this one. Its migrations are all here,
 * unchanged: before a release one may still be edited, and no database that it made can be upgraded.
 *
 * @returns the commit, or the reason why there is no such version
 */
export async function findPreviousVersion(repository: string) {
  const git = async (...args: string[]) => {
    const { status, stdout } = await attempt('git', args, { cwd: repository })
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
  const before = changes.split('\n').map(parents => parents.split(' ')[0] ?? '')
  for (const commit of [...before, await git('rev-parse', '--verify', '--quiet', 'HEAD^')]) {
    if (commit === '' || (await git('ls-tree', commit, proved)) === '') continue
    if ((await git('ls-tree', `${commit}:${migrations}`)) === '') continue
    const differences = (await git(...diff, commit, 'HEAD', ...only)).split('\n').filter(Boolean)
    if (differences.every(line => line.startsWith('A'))) return { commit }
  }
  return { reason: 'no earlier version in the history can be upgraded to this one' }
}
