import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findPreviousVersion } from '../src/engine/previous-version.ts'
import { run } from '../src/engine/program.ts'

const migrations = 'packages/database/src/migrations'
const proved = 'services/operations/package.json'

/** A repository without commits; returns what makes and finds them. */
async function repository(t: Test) {
  const cwd = t.testdir({})
  const git = async (...args: string[]) => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
    return (await run('git', [...author, ...args], { cwd })).trim()
  }
  await git('init', '--quiet')
  for (const folder of [migrations, 'services/operations'])
    mkdirSync(join(cwd, folder), { recursive: true })
  return {
    cwd,
    git,
    commit: async (...names: string[]) => {
      for (const name of names) writeFileSync(join(cwd, name), name)
      await git('add', '--all')
      await git('commit', '--quiet', '--allow-empty', '--message', 'A change')
      return git('rev-parse', 'HEAD')
    },
  }
}

t.test('the newest release before this commit', async t => {
  const { cwd, commit, git } = await repository(t)
  const first = await commit(`${migrations}/0001-initial.ts`)
  await git('tag', 'v1.0.0')
  await commit(`${migrations}/0002-more.ts`)
  await commit()
  await git('tag', 'v1.1.0')
  t.same(await findPreviousVersion(cwd), { commit: first }, 'not the release that this is')
})

t.test('without a release, the state before the newest migration', async t => {
  const { cwd, commit } = await repository(t)
  await commit(`${migrations}/0001-initial.ts`)
  const before = await commit(proved)
  await commit(`${migrations}/0002-more.ts`)
  await commit('CHANGELOG.md')
  t.same(await findPreviousVersion(cwd), { commit: before })
})

t.test('a state whose migration was edited later is passed over for an older one', async t => {
  const { cwd, commit } = await repository(t)
  const first = await commit(`${migrations}/0001-initial.ts`, proved)
  await commit(`${migrations}/0002-more.ts`)
  writeFileSync(join(cwd, migrations, '0002-more.ts'), 'edited')
  await commit()
  await commit(`${migrations}/0003-last.ts`, 'README.md')
  writeFileSync(join(cwd, migrations, '0002-more.ts'), 'edited again')
  await commit()
  t.same(await findPreviousVersion(cwd), { commit: first })
})

t.test('the commit before this one, where every migration is older', async t => {
  const { cwd, commit } = await repository(t)
  await commit(`${migrations}/0001-initial.ts`)
  await commit(`${migrations}/0002-more.ts`)
  const before = await commit(proved)
  await commit('README.md')
  t.same(await findPreviousVersion(cwd), { commit: before }, 'no older one could be started')
})

t.test('none where nothing came before, or where migrations were folded into others', async t => {
  const { cwd, commit } = await repository(t)
  await commit(`${migrations}/0001-initial.ts`, proved)
  t.match(await findPreviousVersion(cwd), { reason: 'no earlier version' })
  rmSync(join(cwd, migrations, '0001-initial.ts'))
  await commit(`${migrations}/0001-folded.ts`)
  t.match(await findPreviousVersion(cwd), { reason: 'no earlier version' })
})

t.test('none in a folder without the history', async t => {
  const { cwd, commit } = await repository(t)
  await commit(`${migrations}/0001-initial.ts`)
  await commit(`${migrations}/0002-more.ts`)
  const shallow = join(cwd, 'shallow')
  await run('git', ['clone', '--quiet', '--depth=1', `file://${cwd}`, shallow])
  t.match(await findPreviousVersion(shallow), { reason: 'whole history' })
})
