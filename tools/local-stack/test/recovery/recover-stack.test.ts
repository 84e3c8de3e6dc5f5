import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect, migrate } from '@night-routine/database/connection'
import { readNights, seedHousehold } from '@night-routine/database/nights'
import { inTurn, sitter, storeNights } from '@night-routine/testing/database'
import { migrateVault } from '@night-routine/database/vault'
import { ServerError, startPostgres } from '@night-routine/servers'
import t from 'tap'
import { StackError } from '../../src/errors.ts'
import { recoverStack } from '../../src/recovery/recover-stack.ts'
import { takeFolder } from '../../src/stack-lock.ts'
import { stackPlace } from '../running-stack.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'recovery', 'main.ts')

/** Runs a command as `npm run backup` does, but in this process. */
async function run(env: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  const { signal } = new AbortController()
  const print = (line: string) => void lines.push(line)
  try {
    const code = await recoverStack(args, { root: '/nowhere', env, signal, print })
    return { code, said: lines.join('\n') }
  } catch (error) {
    if (error instanceof StackError || error instanceof ServerError)
      return { code: 1, said: error.message }
    throw error
  }
}

/** A year of nights in the stack's own database. */
async function household(dataFolder: string) {
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  const { url } = postgres
  await migrate(url)
  await migrateVault(url)
  const db = connect({ url, applicationName: 'test' })
  const first = { parentA: 'Alex', parentB: 'Robin', timeZone: 'Europe/Paris', lookAheadDays: 30 }
  await seedHousehold(db, first)
  await storeNights(db, [...inTurn('2025-11-20', 365), sitter('2026-11-20', 'Maria')])
  return { db, postgres }
}

async function nightsOf(dataFolder: string) {
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  const db = connect({ url: postgres.url, applicationName: 'test' })
  const [from, to] = ['2000-01-01', '2200-01-01'].map(day => Temporal.PlainDate.from(day))
  const nights = from && to ? await readNights(db, from, to) : []
  await db.destroy()
  await postgres.stop()
  return nights.map(({ night, caregiver, babysitter }) =>
    [night, caregiver, babysitter?.name].join(' '),
  )
}

t.test('backed up while it runs and while it does not, restored on an empty machine', async t => {
  const env = await stackPlace(t)
  const folder = env.DATA_FOLDER
  const program = ['--conditions=night-routine', main, 'backup']
  const refused = spawnSync(process.execPath, program, { env, encoding: 'utf8' })
  t.match(refused, {
    status: 1,
    stderr: /^There is no household in .* yet: npm start makes one\.\n$/,
  })
  t.match(await run(env, 'restore', 'missing'), { code: 1, said: /There is no file missing/ })

  const { db, postgres } = await household(folder)
  const release = await takeFolder(folder, 'http://localhost:1')
  t.match(await run(env, 'backup', `${folder}/while-it-runs`), { code: 0, said: /Backed up/ })
  t.match(await run(env, 'restore', `${folder}/while-it-runs`), {
    code: 1,
    said: /Stop it with Ctrl-C, restore, and start it again/,
  })
  await db.destroy()
  await postgres.stop()
  await release()
  const nights = await nightsOf(folder)
  t.ok(nights.length > 300)
  const kept = await run(env, 'backup')
  t.equal(kept.code, 0, kept.said)
  const [file = ''] = readdirSync(join(folder, 'backups'))
  const path = join(folder, 'backups', file)
  t.match(await run(env, 'check', path), { code: 0, said: /is whole/ })
  t.match(await run(env, 'keys'), { code: 0, said: /Key 1/ })
  t.match(await run(env, 'people', 'rebind', 'kim@example.com'), {
    code: 1,
    said: /No one has signed in/,
  })
  t.match(await run(env, 'people', 'rebind', 'kim@example.com', '--own'), {
    code: 1,
    said: `There is no household in ${folder}-own yet`,
  })

  const empty = await stackPlace(t)
  t.match(await run(empty, 'restore', path), { code: 0, said: /Restored/ })
  t.same(await nightsOf(empty.DATA_FOLDER), nights)
  t.match(await run(empty, 'restore', path), { code: 1, said: /in use/ })
  t.match(await run(empty, 'restore', path, '--replace'), { code: 0 })
})
