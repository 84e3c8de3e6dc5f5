import {
  readMirror,
  readNotices,
  removeNights,
  saveMirror,
  transaction,
} from '@night-routine/database'
import t from 'tap'
import { failure } from '../failure.ts'
import { firstNight, plan, plannedHousehold, visible } from './pushing.ts'

const routine = '🌃👶Routine'
const forbidden = { status: 403, reason: 'forbiddenForNonOrganizer', method: 'PATCH' }

async function pushedHousehold(test: Parameters<typeof plannedHousehold>[0], nights: number) {
  const household = await plannedHousehold(test, { nights })
  await household.push()
  const rows = await readMirror(household.db, 'family')
  const idOf = (index: number) => rows[index]?.eventId ?? ''
  return { ...household, idOf }
}

const notices = async ({ db }: Awaited<ReturnType<typeof pushedHousehold>>) =>
  (await readNotices(db)).map(({ kind, night }) => `${kind} ${night?.toString()}`)

t.test('one refused night keeps no other out of the calendar, and raises a notice', async t => {
  const household = await pushedHousehold(t, 4)
  const { db, control, push, idOf } = household
  await control.fail({ ...forbidden, path: idOf(1), count: 1 })
  await plan(db, ['b', 'a', 'b', 'a'])
  t.match(await failure(push()), { reason: 'night-refused', message: /2026-11-21/ })
  t.same(visible(await control.events('family')), [
    `2026-11-20 [Robin] ${routine}`,
    `2026-11-21 [Robin] ${routine}`,
    `2026-11-22 [Robin] ${routine}`,
    `2026-11-23 [Alex] ${routine}`,
  ])
  t.same(await notices(household), ['night-refused 2026-11-21'])

  t.same((await push()).calls, ['PATCH'], 'the refusal has passed')
  t.match(visible(await control.events('family'))[1], /Alex/)
  t.same(await notices(household), [], 'and so has the notice')
})

t.test('a refusal that lasts raises one notice, however often it is tried', async t => {
  const household = await pushedHousehold(t, 2)
  const { db, control, push, idOf } = household
  await control.fail({ ...forbidden, path: idOf(0) })
  await plan(db, ['b', 'a'])
  await failure(push())
  t.same(await notices(household), ['night-refused 2026-11-20'])
  await db
    .updateTable('notices')
    .set({ dismissed_at: '2026-11-20T19:00:00Z', muted: true })
    .execute()
  await failure(push())
  t.same(await notices(household), [])
})

t.test('a 412 for the etag that the event has holds up no other night', async t => {
  const { db, control, push, idOf } = await pushedHousehold(t, 3)
  await control.fail({
    status: 412,
    reason: 'conditionNotMet',
    method: 'PATCH',
    path: idOf(0),
    count: 2,
  })
  await plan(db, ['b', 'a', 'b'])
  t.match(await failure(push()), { reason: 'event-stale', class: 'retry' })
  t.same(visible(await control.events('family')).slice(1), [
    `2026-11-21 [Alex] ${routine}`,
    `2026-11-22 [Robin] ${routine}`,
  ])
  t.same((await push()).calls, ['PATCH'])
})

t.test('a calendar that may no longer be written ends the push at once', async t => {
  const { db, control, push } = await pushedHousehold(t, 3)
  await control.saveCalendar({
    id: 'family',
    summary: 'Family',
    roles: { 'alex@example.com': 'reader' },
  })
  await plan(db, ['b', 'a', 'b'])
  t.match(await failure(push()), { reason: 'forbidden' })
  const calls = (await control.requests()).map(({ method }) => method)
  t.same(calls, ['PATCH', 'GET'])
})

t.test('an update that is answered with success and changes nothing is replaced', async t => {
  const { db, control, push } = await pushedHousehold(t, 1)
  await control.ignoreUpdates()
  await plan(db, ['b'])
  t.same((await push()).calls, ['PATCH', 'DELETE', 'POST'])
  t.same(visible(await control.events('family')), [`2026-11-20 [Robin] ${routine}`])
  t.match(await readMirror(db, 'family'), [{ generation: 1, state: 'present' }])
  t.same((await push()).calls, [])
})

t.test('a removed event whose undeletion changes nothing is replaced', async t => {
  const { db, control, push, idOf } = await pushedHousehold(t, 1)
  await control.removeEvent('family', idOf(0))
  const [row] = await readMirror(db, 'family')
  const [removed] = await control.events('family')
  if (row === undefined || removed === undefined) throw new Error('nothing pushed')
  await saveMirror(db, { ...row, etag: removed.etag, state: 'deleted' })
  await control.ignoreUpdates()
  t.same((await push()).calls, ['PATCH', 'POST'])
  t.same(visible(await control.events('family')), [`2026-11-20 [Alex] ${routine}`])
})

t.test('a removed event that refuses its own etag is replaced, without a loop', async t => {
  for (const mode of ['refuse', 'other-etag'] as const) {
    const { db, control, push, idOf, calendar } = await pushedHousehold(t, 1)
    const [row] = await readMirror(db, 'family')
    if (row === undefined) throw new Error('nothing pushed')
    await control.tombstones(mode)
    await control.removeEvent('family', idOf(0))
    // As a pull notes it.
    const { events } = await calendar.listChanges('family', { syncToken: null })
    await saveMirror(db, { ...row, etag: events[0]?.etag ?? null, state: 'deleted' })
    t.same((await push()).calls, ['PATCH', 'GET', 'POST'], mode)
    t.same(visible(await control.events('family')), [`2026-11-20 [Alex] ${routine}`])
    t.same((await push()).calls, [])
  }
})

t.test('a series that may not be ended gives way to a new event', async t => {
  const { db, control, push, idOf } = await pushedHousehold(t, 1)
  const { etag } = await control.editEvent('family', idOf(0), {
    recurrence: ['RRULE:FREQ=WEEKLY'],
  })
  const [row] = await readMirror(db, 'family')
  if (row === undefined) throw new Error('nothing pushed')
  await saveMirror(db, { ...row, etag, state: 'rejected' })
  await control.refuseNullRecurrence()
  t.same((await push()).calls, ['PATCH', 'GET', 'DELETE', 'POST'])
  t.same(visible(await control.events('family')), [`2026-11-20 [Alex] ${routine}`])
})

t.test('a passing refusal in the calendar before forgets none of our events', async t => {
  const { db, control, push, calendar } = await pushedHousehold(t, 2)
  await control.saveCalendar({
    id: 'other',
    summary: 'Other',
    roles: { 'alex@example.com': 'owner' },
  })
  await db
    .updateTable('calendar_settings')
    .set({ calendar_id: 'other', calendar_name: 'Other' })
    .execute()
  await control.fail({
    status: 403,
    reason: 'forbidden',
    method: 'DELETE',
    path: 'family',
    count: 1,
  })
  t.match(await failure(push({ calendar })), { reason: 'forbidden' })
  t.equal(visible(await control.events('other')).length, 2, 'the new one is written all the same')
  await push()
  t.same(visible(await control.events('family')), [])
})

t.test(
  'a private event of a calendar without private details is left alone, with a notice',
  async t => {
    const household = await pushedHousehold(t, 2)
    const { db, control, push, idOf, calendar } = household
    const roles = {
      'robin@example.com': 'owner',
      'alex@example.com': 'writerWithoutPrivateAccess',
    } as const
    await control.saveCalendar({ id: 'family', summary: 'Family', roles })
    await control.editEvent('family', idOf(0), { visibility: 'private' })
    t.match(await calendar.getEvent('family', idOf(0)), { summary: '', detailsHidden: true })
    await plan(db, ['b', 'a'])
    t.match(await failure(push()), { reason: 'night-refused' })
    t.match(visible(await control.events('family')), [/Alex/, /Alex/])
    t.same(await notices(household), ['night-refused 2026-11-20'])
    await transaction(db, trx => removeNights(trx, [firstNight]))
  },
)
