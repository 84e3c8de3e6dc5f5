import { readNotices, raiseNotice } from '@night-routine/database/calendar'
import { connect, transaction } from '@night-routine/database/connection'
import { readHistory } from '@night-routine/database/nights'
import { addDeliveries } from '@night-routine/database/notifications'
import {
  createInvitation,
  createShareLink,
  readInvitations,
  readPersonData,
  readShareLinks,
} from '@night-routine/database/people'
import { recordMemberChange } from '@night-routine/household'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { run } from './run.ts'

const email = 'kim@example.com'
const now = Temporal.Instant.from('2026-11-26T06:00:00Z')

t.test('people erase takes a person out of everything but the nights', async t => {
  const { db, url } = await testDatabase(t)
  const env = {
    DATABASE_URL: addressAs('web', url),
    OWNER_DATABASE_URL: url,
    PUBLIC_URL: 'https://nights.example.org',
    SECRET_KEYS: '11'.repeat(32),
  }
  const people = (...args: string[]) => run(['people', ...args], { env, at: now })
  await people('add', email)
  await transaction(db, async trx => {
    const about = { email, by: email, now, device: 'Kim’s phone', network: '192.0.2.0/24' }
    await recordMemberChange(trx, { action: 'passkey-added', ...about })
    const other = { email: 'robin@example.com', by: 'robin@example.com', now }
    await recordMemberChange(trx, { action: 'password-recovered', ...other, link: email })
    const link = { tokenHash: '1'.repeat(64), createdBy: email, now }
    await createInvitation(trx, { ...link, parent: 'b' })
    await createShareLink(trx, { ...link, tokenHash: '2'.repeat(64) })
    const data = { joined: email, joinedAs: 'b' }
    await raiseNotice(trx, { kind: 'joined', night: null, data }, now)
    const delivery = { email, kind: 'account', key: '1', channel: 'email' } as const
    await addDeliveries(trx, [{ ...delivery, subscription: 0n, sinceEntry: null }], now)
  })
  const before = await readPersonData(db, email)
  for (const table of ['accounts', 'identities', 'invitations', 'share_links', 'history'])
    t.equal(before[table]?.length, 1, table)
  t.notMatch(JSON.stringify(before), /token_hash|password_hash|sealed/)

  await t.rejects(run(['people', 'erase', email], { env: { ...env, OWNER_DATABASE_URL: '' } }))
  t.match(await people('erase', 'Kim@Example.com'), { code: 0, said: /^kim@example.com is erased/ })
  t.match(await people('erase', email), { code: 1, said: /^No one has signed in with kim@/ })
  t.ok(Object.values(await readPersonData(db, email)).every(rows => rows.length === 0))
  const everything = [
    await readHistory(db, { limit: 50 }),
    await readNotices(db),
    await db.selectFrom('invitations').selectAll().execute(),
    await db.selectFrom('share_links').selectAll().execute(),
    await db.selectFrom('notification_deliveries').selectAll().execute(),
  ]
  const text = JSON.stringify(everything, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  t.notMatch(text, email)
  t.notMatch(text, 'Kim’s phone')
  t.notMatch(text, '192.0.2.0')
  t.same([await readInvitations(db, now), await readShareLinks(db)], [[], []])

  const asWeb = connect({ url: env.DATABASE_URL, applicationName: 'web' })
  t.teardown(() => asWeb.destroy())
  await t.rejects(asWeb.updateTable('history').set({ actor: null }).execute(), /permission denied/)
  await t.rejects(db.updateTable('history').set({ actor: null }).execute(), /append-only/)
})
