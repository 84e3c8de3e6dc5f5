import { readCalendarEvents, saveCalendar } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import t from 'tap'
import { failure } from '../failure.ts'
import { plannedHousehold, visible } from './pushing.ts'
import { sameParts } from '../same-parts.ts'

const roles = { 'alex@example.com': 'owner', 'robin@example.com': 'writer' } as const

function select(db: Database, calendarId: string) {
  return transaction(db, trx => saveCalendar(trx, { calendarId, calendarName: calendarId }))
}

async function movedHousehold(t: Parameters<typeof plannedHousehold>[0]) {
  const household = await plannedHousehold(t, { nights: 3 })
  await household.push()
  await household.control.saveCalendar({ id: 'second', summary: 'Second', roles })
  return household
}

t.test('a previous calendar that is gone or not writable does not block the new one', async t => {
  const gone = await movedHousehold(t)
  await gone.control.removeCalendar('family')
  await select(gone.db, 'second')
  await gone.push()
  t.equal(visible(await gone.control.events('second')).length, 3)
  sameParts(t, await gone.push(), { calls: [] })

  const closed = await movedHousehold(t)
  await closed.control.saveCalendar({
    id: 'family',
    summary: 'Family',
    roles: { 'alex@example.com': 'reader' },
  })
  await select(closed.db, 'second')
  await closed.push()
  t.equal(visible(await closed.control.events('second')).length, 3)
  sameParts(t, await closed.push(), { calls: [] })
})

t.test('a selected calendar that is gone or not writable needs a person', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 3 })
  await control.removeCalendar('family')
  t.match(await failure(push()), { class: 'give-up', reason: 'calendar-gone' })
  await select(db, 'en.uk#holiday@group.v.calendar.google.com')
  t.match(await failure(push()), { class: 'give-up', reason: 'forbidden' })
})

t.test(
  'another calendar fills although an event in the previous one cannot be removed',
  async t => {
    const { db, control, push } = await movedHousehold(t)
    const [first] = await readCalendarEvents(db, 'family')
    for (const reason of ['backendError', 'forbiddenForNonOrganizer']) {
      const status = reason === 'backendError' ? 500 : 403
      await control.fail({ status, reason, path: first?.eventId ?? '' })
      await select(db, 'second')
      await failure(push())
      t.equal(visible(await control.events('second')).length, 3, 'filled at once')
      t.matchOnly(visible(await control.events('family')), [/2026-11-20/], 'the others are removed')
      await control.clearFaults()
      await select(db, 'family')
      await push()
    }
    await select(db, 'second')
    await push()
    t.same(visible(await control.events('family')), [])
  },
)
