import { connect, readParents, readSettings } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { createLogger, loadConfig } from '@night-routine/service'
import t from 'tap'
import { configSchema } from '../src/config.ts'
import { prepare } from '../src/prepare.ts'

const logger = createLogger({ name: 'test', level: 'silent' })

function configWith(more: Record<string, string>) {
  return loadConfig(configSchema, {
    DATABASE_URL: 'postgres://localhost/unused',
    SECRET_KEYS: 'ab'.repeat(32),
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    ...more,
  })
}

t.test('a new household gets its first values from the environment, once', async t => {
  const { db } = await testDatabase(t)
  const { signal } = new AbortController()
  const first = {
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
    LOOK_AHEAD_DAYS: '14',
  }
  t.ok(await prepare(db, { config: configWith(first), logger, signal }))
  t.match(await readSettings(db), {
    timeZone: 'Europe/Paris',
    lookAheadDays: 14,
    lastPlannedOn: null,
  })
  t.match(await readParents(db), { a: { name: 'Alex' }, b: { name: 'Robin' } })

  const second = { PARENT_A: 'Somebody', PARENT_B: 'Else', TIME_ZONE: 'UTC' }
  t.ok(await prepare(db, { config: configWith(second), logger, signal }))
  t.match(await readSettings(db), { timeZone: 'Europe/Paris' })
  t.match(await readParents(db), { a: { name: 'Alex' } })
})

t.test('whoever stops while it waits is let go', async t => {
  const db = connect({ url: 'postgres://127.0.0.1:1/nobody', applicationName: 'test' })
  t.teardown(() => db.destroy())
  const stop = new AbortController()
  const waiting = prepare(db, { config: configWith({}), logger, signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  t.equal(await waiting, false)
})
