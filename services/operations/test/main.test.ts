import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '@night-routine/testing/database'
import { waitFor } from '@night-routine/servers'
import { sql } from 'kysely'
import t from 'tap'
import { readBackups } from '../src/recovery/keep-backups.ts'
import { folderOf } from './recovery/place.ts'

/** Starts a command in a separate process, with `env` and the environment of the tests without a database. */
function start(env: Record<string, string>, ...args: string[]) {
  const path = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { DATABASE_URL: _, ...inherited } = process.env
  const command = spawn(process.execPath, ['--conditions=night-routine', path, ...args], {
    env: { ...inherited, ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(command.stdout), text(command.stderr)])
  const ended = once(command, 'exit').then(async ([code]) => ({
    code: Number(code),
    said: (await said).join(''),
  }))
  return { command, ended }
}

t.test('makes a backup each night until it gets a signal', async t => {
  const { url } = await testDatabase(t)
  const folder = await folderOf(t)
  const { command, ended } = start({ DATABASE_URL: url, BACKUP_FOLDER: folder }, 'nightly')
  t.teardown(() => command.kill('SIGKILL'))
  await waitFor('a backup', async () => (await readBackups(folder)).some(({ isPart }) => !isPart))
  command.kill('SIGTERM')
  t.match(await ended, { code: 0 })
})

t.test('a misused command ends with 1 and one line', async t => {
  t.match(await start({}, 'backup', '--fast').ended, {
    code: 1,
    said: /^Unknown option '--fast'.*\n$/,
  })
})

t.test('a fault of ours ends with 1 and its stack', async t => {
  const { db, url } = await testDatabase(t)
  await sql`delete from kysely_migration where name = '0001-initial'`.execute(db)
  t.match(await start({ DATABASE_URL: url }, 'migrate').ended, {
    code: 1,
    said: /corrupted migrations.*\n +at /,
  })
})
