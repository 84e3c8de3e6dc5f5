import { transaction, type Database } from '@night-routine/database/connection'
import { seedHousehold } from '@night-routine/database/nights'
import {
  admitInvited,
  bindMember,
  createInvitation,
  createSession,
  deleteOldInvitations,
  findMember,
  findInvitation,
  findSessionRecord,
  mostInvitations,
  readMembers,
  readInvitations,
  removeInvited,
  revokeInvitation,
  saveMemberName,
  spendInvitation,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { firstValues } from '../household.ts'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const inDays = (days: number) => now.add({ hours: days * 24 })
const made = { parent: 'b', createdBy: 'alex@example.com', now } as const
const email = 'robin@example.com'

async function invite(db: Database, tokenHash: string) {
  await transaction(db, trx => createInvitation(trx, { ...made, tokenHash }))
  const found = await findInvitation(db, tokenHash, now)
  if (found === undefined) throw new Error('not created')
  return found
}

const stateOf = async (db: Database, tokenHash: string, at = now) =>
  (await findInvitation(db, tokenHash, at))?.state

t.test('so many invitations are open at a time, for seven days', async t => {
  const { db } = await testDatabase(t)
  t.match(await invite(db, 'one'), { parent: 'b', createdBy: 'alex@example.com', state: 'open' })
  t.equal(await stateOf(db, 'one', inDays(7).subtract({ seconds: 1 })), 'open')
  t.equal(await stateOf(db, 'one', inDays(7)), 'expired')
  t.equal((await readInvitations(db, now)).length, 1)
  t.same(await readInvitations(db, inDays(7)), [])
  t.equal(await stateOf(db, 'another'), undefined)
  await deleteOldInvitations(db, inDays(7 + 90).subtract({ seconds: 1 }))
  t.equal(await stateOf(db, 'one', inDays(7 + 90)), 'expired')
  await deleteOldInvitations(db, inDays(7 + 90))
  t.equal(await stateOf(db, 'one', inDays(7 + 90)), undefined)
  for (let index = 0; index < mostInvitations; index++) await invite(db, String(index))
  const another = { ...made, tokenHash: 'another' }
  t.equal(await transaction(db, trx => createInvitation(trx, another)), false)
  t.equal(await stateOf(db, 'another'), undefined)
  const later = { ...another, now: inDays(8) }
  t.equal(await transaction(db, trx => createInvitation(trx, later)), true, 'expired ones are gone')
})

t.test('it is spent once, and not if it was revoked or has expired', async t => {
  const { db } = await testDatabase(t)
  const { id } = await invite(db, 'one')
  const spend = (invitation: bigint, at = now) =>
    transaction(db, trx => spendInvitation(trx, { id: invitation, email, now: at }))
  const spent = await Promise.all([spend(id), spend(id), spend(id)])
  t.equal(spent.filter(Boolean).length, 1)
  t.equal(await stateOf(db, 'one'), 'used')
  t.equal(await revokeInvitation(db, id, now), false, 'what was used cannot be revoked')
  t.same(await readInvitations(db, now), [])
  const [revoked, late] = [await invite(db, 'two'), await invite(db, 'three')]
  t.equal(await revokeInvitation(db, revoked.id, now), true)
  t.equal(await revokeInvitation(db, revoked.id, now), false, 'once')
  t.equal(await spend(revoked.id), false)
  t.equal(await spend(late.id, inDays(7)), false)
  t.equal(await stateOf(db, 'two'), 'revoked')
})

t.test('an invited person comes in as that parent, and can be removed', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  await bindMember(db, 'alex@example.com', '111')
  await bindMember(db, email, '222')
  await saveMemberName(db, email, 'Robin')
  const invited = async (tokenHash: string) => (await findSessionRecord(db, tokenHash))?.invited
  await createSession(db, { tokenHash: 'alex', email: 'alex@example.com', subject: '111', now })
  await createSession(db, { tokenHash: 'robin', email, subject: '222', now })
  await createSession(db, { tokenHash: 'before', email, subject: '999', now })
  t.equal(await invited('robin'), false)
  await transaction(db, trx => admitInvited(trx, { email, parent: 'b', now }))
  t.equal(await invited('robin'), true)
  t.equal(await invited('before'), false, 'an earlier owner of the address was not invited')
  t.equal(await invited('alex'), false)
  t.match(await findMember(db, email), { email, parent: 'b', name: 'Robin', invited: true })
  t.equal((await readMembers(db)).length, 2)

  t.equal(await transaction(db, trx => removeInvited(trx, 'alex@example.com', now)), false)
  t.ok(await findSessionRecord(db, 'alex'))
  t.equal(await transaction(db, trx => removeInvited(trx, email, now)), true)
  t.equal(await findSessionRecord(db, 'robin'), undefined, 'the sessions end')
  t.equal(await findMember(db, email), undefined)
  t.equal(await bindMember(db, email, '333'), 'bound', 'the address is free')
})
