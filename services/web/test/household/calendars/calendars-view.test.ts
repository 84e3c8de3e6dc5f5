import type { CalendarSummary } from '@night-routine/calendar'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { calendarsView } from '../../../src/household/calendars/calendars-view.ts'

const calendar = (name: string, more: Partial<CalendarSummary> = {}): CalendarSummary => ({
  id: name,
  name,
  writable: true,
  primary: false,
  timeZone: 'Europe/Paris',
  ...more,
})

const view = (calendars: CalendarSummary[], connected?: string) =>
  calendarsView({
    calendars,
    selected: { calendarId: 'Holidays', calendarName: 'Holidays' },
    absent: false,
    disconnecting: false,
    isOwn: false,
    mayMake: false,
    hasSetUpPage: false,
    connected,
    signedInAs: 'alex@example.com',
    wording: wordingFor('en'),
  })

t.test('a lost calendar, one that hides private events, and who may disconnect', async t => {
  const own = calendar('Alex', { primary: true })
  t.equal(view([own, calendar('Holidays')]).lost, null)
  t.equal(view([own, calendar('Holidays', { writable: false })]).lost, 'Holidays')
  t.equal(view([own]).lost, 'Holidays')
  t.equal(view([own, calendar('Shared', { hidesPrivate: true })]).hidesPrivate, true)
  t.equal(view([own]).hidesPrivate, false)
  t.equal(view([own], 'alex@example.com').mayDisconnect, true)
  t.equal(view([own], 'robin@example.com').mayDisconnect, false)
  t.equal(view([own]).mayDisconnect, true, 'an account that is unknown must not lock everyone out')
})
