import {
  type CalendarEventRow,
  readCalendarEvents,
  readNotices,
  saveCalendarEvents,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { removeNights } from '@night-routine/database/nights'
import t from 'tap'
import { failure } from '../failure.ts'
import { firstNight, plan, plannedHousehold, visible } from './pushing.ts'

const routine = '🌃👶Routine'
const forbidden = { status: 403, reason: 'forbiddenForNonOrganizer', method: 'PATCH' }

async function pushedHousehold(test: Parameters<typeof plannedHousehold>[0], nights: number) {
  const household = await plannedHousehold(test, { nights })
  await household.push()
  const rows = await readCalendarEvents(household.db, 'family')
  const idOf = (index: number) => rows[index]?.eventId ?? ''
  return { ...household, idOf }
}

type Pushed = Awaited<ReturnType<typeof pushedHousehold>>

const notices = async ({ db }: Pushed) =>
  (await readNotices(db)).map(({ kind, night }) => `${kind} ${night?.toString()}`)

t.test('one refused night does not block the others, and raises a notice', async t => {
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

  t.same((await push()).calls, ['PATCH'], 'no longer refused')
  t.match(visible(await control.events('family'))[1], /Alex/)
  t.same(await notices(household), [], 'the notice is closed')
})

t.test('a wrong 412 does not block other nights', async t => {
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

t.test('leaves a private event whose details are hidden, with a notice', async t => {
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
  t.matchOnly(visible(await control.events('family')), [/Alex/, /Alex/])
  t.same(await notices(household), ['night-refused 2026-11-20'])
  await transaction(db, trx => removeNights(trx, [firstNight]))
})

t.test('a server that fails at one event does not keep the others back', async t => {
  const household = await pushedHousehold(t, 4)
  const { db, control, push, idOf } = household
  await control.fail({ status: 500, reason: 'backendError', path: idOf(1) })
  await plan(db, ['b', 'a', 'b', 'a'])
  t.match(await failure(push()), { reason: 'night-failed', class: 'retry', message: /2026-11-21/ })
  t.same(visible(await control.events('family')), [
    `2026-11-20 [Robin] ${routine}`,
    `2026-11-21 [Robin] ${routine}`,
    `2026-11-22 [Robin] ${routine}`,
    `2026-11-23 [Alex] ${routine}`,
  ])
  t.same(await notices(household), ['night-failed 2026-11-21'])
  t.match(await failure(push()), { reason: 'unavailable' }, 'nothing else shows that it answers')
  t.same(await notices(household), ['night-failed 2026-11-21'])
  await control.clearFaults()
  await push()
  t.same(await notices(household), [])
})

t.test('a server that is down is asked twice', async t => {
  const { db, control, push } = await pushedHousehold(t, 6)
  await plan(db, ['b', 'a', 'b', 'a', 'b', 'a'])
  await control.fail({ status: 503, reason: 'backendError', path: '/events' })
  t.match(await failure(push()), { reason: 'unavailable' })
  t.equal((await control.requests()).length, 2)
})

/** Why an event can't be written any more, and the calls that follow. */
const unwritable: Record<
  string,
  [spoil: (home: Pushed, row: CalendarEventRow) => Promise<unknown>, calls: string[]]
> = {
  'an update succeeds without effect': [
    async ({ control, db }) => {
      await control.ignoreUpdates()
      await plan(db, ['b'])
    },
    ['PATCH', 'DELETE', 'POST'],
  ],
  'a restore has no effect': [
    async ({ control, db, idOf }, row) => {
      await control.removeEvent('family', idOf(0))
      const [removed] = await control.events('family')
      await saveCalendarEvents(db, { ...row, etag: removed?.etag ?? '', state: 'deleted' })
      await control.ignoreUpdates()
    },
    ['PATCH', 'POST'],
  ],
  ...Object.fromEntries(
    (['refuse', 'other-etag'] as const).map(mode => [
      `a removed event refuses its own etag: ${mode}`,
      [
        async ({ calendar, control, db, idOf }: Pushed, row: CalendarEventRow) => {
          await control.tombstones(mode)
          await control.removeEvent('family', idOf(0))
          const { events } = await calendar.listChanges('family', { syncToken: null })
          await saveCalendarEvents(db, { ...row, etag: events[0]?.etag ?? '', state: 'deleted' })
        },
        ['PATCH', 'GET', 'POST'],
      ],
    ]),
  ),
  'a recurrence cannot be removed': [
    async ({ control, db, idOf }, row) => {
      const recurrence = ['RRULE:FREQ=WEEKLY']
      const { etag } = await control.editEvent('family', idOf(0), { recurrence })
      await saveCalendarEvents(db, { ...row, etag, state: 'rejected' })
      await control.refuseNullRecurrence()
    },
    ['PATCH', 'GET', 'DELETE', 'POST'],
  ],
}

for (const [what, [spoil, calls]] of Object.entries(unwritable))
  t.test(`replaces an event once: ${what}`, async t => {
    const home = await pushedHousehold(t, 1)
    const { db, control, push } = home
    const [row] = await readCalendarEvents(db, 'family')
    if (row === undefined) throw new Error('nothing pushed')
    await spoil(home, row)
    t.same((await push()).calls, calls)
    t.matchOnly(visible(await control.events('family')), [/^2026-11-20 \[(?:Alex|Robin)\] /])
    t.match(await readCalendarEvents(db, 'family'), [{ generation: 1, state: 'present' }])
    t.same((await push()).calls, [])
  })
