import type { Database } from '@night-routine/database/connection'
import { readParents, readSettingsRow, seedHousehold } from '@night-routine/database/nights'
import {
  createSession,
  findSessionRecord,
  deleteDeadSessions,
  deleteSession,
  endOtherSessions,
  endSession,
  mostSessions,
  readSessionsOf,
  touchSession,
} from '@night-routine/database/people'
import { testDatabase, type Test } from '@night-routine/testing/database'
import t from 'tap'
import { firstValues } from '../household.ts'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const readSession = async (db: Database, tokenHash: string) =>
  (await findSessionRecord(db, tokenHash))?.session

async function seededDatabase(t: Test) {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  return { db }
}
const alex = { email: 'alex@example.com', subject: '111', now }

t.test('a session is found by its digest, and seen later when it is used', async t => {
  const { db } = await seededDatabase(t)
  await createSession(db, { tokenHash: 'one', ...alex })
  t.same(plain(await readSession(db, 'one')), {
    tokenHash: 'one',
    email: 'alex@example.com',
    subject: '111',
    createdAt: '2026-11-20T12:00:00Z',
    lastSeenAt: '2026-11-20T12:00:00Z',
  })
  t.equal(await readSession(db, 'two'), undefined)
  await touchSession(db, 'one', now.add({ hours: 2 }))
  t.match(plain(await readSession(db, 'one')), {
    createdAt: '2026-11-20T12:00:00Z',
    lastSeenAt: '2026-11-20T14:00:00Z',
  })
})

t.test('a session comes with the settings and parents of its household', async t => {
  const { db } = await testDatabase(t)
  await createSession(db, { tokenHash: 'one', ...alex })
  t.equal(await findSessionRecord(db, 'one'), undefined, 'not before the household is seeded')
  await seedHousehold(db, { ...firstValues, language: 'fr', unavailableWeekdays: { b: [3, 5] } })
  const { household } = (await findSessionRecord(db, 'one')) ?? {}
  t.same(household?.settings, await readSettingsRow(db))
  t.same(household?.parents, await readParents(db))
})

t.test('deletes expired sessions, and no others', async t => {
  const { db } = await seededDatabase(t)
  const days = (count: number) => now.subtract({ hours: count * 24 })
  const table: [tokenHash: string, createdAt: Temporal.Instant, seen: Temporal.Instant][] = [
    ['idle', days(30), days(30)],
    ['not yet idle', days(30), days(30).add({ seconds: 1 })],
    ['busy, and too old', days(180), now],
    ['busy, and old', days(180).add({ seconds: 1 }), now],
    ['of a clock that was ahead', now.add({ hours: 2 }), now.add({ hours: 2 })],
  ]
  for (const [tokenHash, createdAt, seen] of table) {
    await createSession(db, { ...alex, tokenHash, now: createdAt })
    await touchSession(db, tokenHash, seen)
  }
  t.equal(await deleteDeadSessions(db, now), 2)
  const left = await db.selectFrom('sessions').select('token_hash').orderBy('token_hash').execute()
  t.same(
    left.map(({ token_hash }) => token_hash),
    ['busy, and old', 'not yet idle', 'of a clock that was ahead'],
  )
  t.equal(await deleteDeadSessions(db, now), 0)
})

t.test('a person’s sessions, the last used first, and only those that count', async t => {
  const { db } = await seededDatabase(t)
  await createSession(db, { tokenHash: 'old', ...alex, now: now.subtract({ hours: 24 * 31 }) })
  await createSession(db, { tokenHash: 'one', ...alex, device: 'Firefox, Linux' })
  await createSession(db, { tokenHash: 'two', ...alex })
  await createSession(db, { tokenHash: 'robin', email: 'robin@example.com', subject: '2', now })
  await touchSession(db, 'one', now.add({ hours: 2 }))
  const listed = await readSessionsOf(db, { email: 'alex@example.com', now })
  t.match(listed, [
    { tokenHash: 'one', device: 'Firefox, Linux' },
    { tokenHash: 'two', device: null },
  ])
  t.equal(listed.length, 2)

  const id = listed[1]?.id ?? 0n
  t.equal(await endSession(db, { id, email: 'robin@example.com' }), undefined)
  t.equal(await endSession(db, { id, email: 'alex@example.com' }), 'two')
  t.equal(await endSession(db, { id, email: 'alex@example.com' }), undefined)
  await endOtherSessions(db, { email: 'alex@example.com', tokenHash: 'one' })
  t.ok(await readSession(db, 'one'))
  t.equal(await readSession(db, 'old'), undefined)
  await deleteSession(db, 'one')
  t.equal(await readSession(db, 'one'), undefined)
  t.ok(await readSession(db, 'robin'))
})

t.test('the fifty-first session of a person ends the one that was used least recently', async t => {
  const { db } = await seededDatabase(t)
  const at = (minutes: number) => now.add({ minutes })
  await createSession(db, { tokenHash: 'robin', email: 'robin@example.com', subject: '222', now })
  for (let count = 0; count < mostSessions; count += 1)
    await createSession(db, { ...alex, tokenHash: `alex ${count}`, now: at(count) })
  await touchSession(db, 'alex 0', at(100))
  await createSession(db, { ...alex, tokenHash: 'one more', now: at(60) })
  t.ok(await readSession(db, 'alex 0'), 'created first, and in use')
  t.equal(await readSession(db, 'alex 1'), undefined)
  t.ok(await readSession(db, 'robin'))
  // A clock that was behind: the person who has just signed in stays signed in.
  await createSession(db, { ...alex, tokenHash: 'of a clock behind', now: at(-60) })
  t.ok(await readSession(db, 'of a clock behind'))
  t.equal((await readSessionsOf(db, { email: alex.email, now })).length, mostSessions)
})
