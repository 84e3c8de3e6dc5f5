import { parseSecretKeys, transaction, type Database } from '@night-routine/database/connection'
import {
  readInstallationSettings,
  saveInstallationSettings,
} from '@night-routine/database/installation'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const keysOf = (...digits: string[]) => parseSecretKeys(digits.map(digit => digit.repeat(64)))
const keys = keysOf('a')
const settings = { CALENDAR: 'caldav', CALDAV_PASSWORD: 'päss\nword' }

const save = (db: Database, values: Record<string, string>) =>
  transaction(db, trx => saveInstallationSettings(trx, keys, { settings: values, now }))

t.test('what is saved replaces all or nothing, and is never kept in the clear', async t => {
  const { db } = await testDatabase(t)
  t.strictSame(await readInstallationSettings(db, keys), { settings: {}, unreadable: [] })
  const before = { SMTP_URL: 'smtp://old', CALENDAR: 'google' }
  await save(db, before)
  await save(db, settings)
  t.strictSame(await readInstallationSettings(db, keys), { settings, unreadable: [] })
  const rows = await db.selectFrom('installation_settings').select('value').execute()
  for (const { value } of rows) t.match(value, /^[0-9a-f]{8}\.[\w-]{40,}$/)
  const bad = { PUBLIC_URL: 'x', 'not a name': 'x' }
  await t.rejects(save(db, bad), /check constraint/)
  t.strictSame((await readInstallationSettings(db, keys)).settings, settings)
})

t.test('values are bound to their names, and named once their key is gone', async t => {
  const { db } = await testDatabase(t)
  await save(db, settings)
  t.strictSame((await readInstallationSettings(db, keysOf('b', 'a'))).settings, settings)
  t.strictSame(await readInstallationSettings(db, keysOf('b')), {
    settings: {},
    unreadable: ['CALDAV_PASSWORD', 'CALENDAR'],
  })
  const copied = db.selectFrom('installation_settings').select('value')
  await db
    .updateTable('installation_settings')
    .set({ value: copied.where('name', '=', 'CALDAV_PASSWORD') })
    .where('name', '=', 'CALENDAR')
    .execute()
  t.strictSame((await readInstallationSettings(db, keys)).unreadable, ['CALENDAR'])
})
