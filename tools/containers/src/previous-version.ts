import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from './program.ts'

const migrations = 'packages/database/src/migrations'

/**
 * The version to upgrade from: the newest release before this commit. While there is none, the state of the
 * main line before the newest migration, so that an upgrade has something to migrate.
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
  const addedMigration = ['--first-parent', '-m', '--diff-filter=A', '--max-count=1']
  const newest = await git('log', ...addedMigration, '--format=%H', '--', migrations)
  const commit = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    `${release || `${newest}^`}^{commit}`,
  )
  if (commit === '') return { reason: 'no earlier version is in the history' }
  const before = (await git('ls-tree', '--name-only', `${commit}:${migrations}`)).split('\n')
  const now = readdirSync(join(repository, migrations))
  const gone = before.find(name => !now.includes(name))
  return gone === undefined
    ? { commit }
    : {
        reason: `the earlier version has a migration that this one does not know: ${gone || 'all'}`,
      }
}
