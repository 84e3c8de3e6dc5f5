import type { CalendarSummary } from '@night-routine/calendar'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { calendarsView } from '../../../src/household/calendars/calendars-view.ts'

const calendar = (name: string, more: Partial<CalendarSummary> = {}): CalendarSummary => ({
  id: `id-of-${name}`,
  name,
  writable: true,
  primary: false,
  timeZone: 'Europe/Paris',
  ...more,
})
const wording = wordingFor('en')
const state = { absent: false, disconnecting: false }
const shown = { ...state, isOwn: false, mayMake: false }
const people = { connected: 'alex@example.com', signedInAs: 'alex@example.com' }
const connected = { ...shown, ...people }
const family = calendar('Family')
const own = calendar('Alex', { primary: true })
const holidays = calendar('Holidays', { writable: false })

t.test('shows a selected calendar that is no longer writable as lost', async t => {
  const selected = { calendarId: holidays.id, calendarName: 'Holidays' }
  t.equal(
    calendarsView({ calendars: [holidays, own], selected, ...connected, wording }).lost,
    'Holidays',
  )
  t.equal(calendarsView({ calendars: [], selected, ...connected, wording }).lost, 'Holidays')
})

const offered = (account: string | undefined) =>
  calendarsView({
    calendars: [family],
    selected: { calendarId: family.id, calendarName: 'Family' },
    ...shown,
    connected: account,
    signedInAs: 'alex@example.com',
    wording,
  }).mayDisconnect

t.test('only the person whose account is connected is offered to disconnect it', async t => {
  t.equal(offered('alex@example.com'), true)
  t.equal(offered('robin@example.com'), false)
  t.equal(offered(undefined), true, 'an account that is unknown must not lock everyone out')
})

t.test('a calendar that hides private events says so, where it can be chosen', async t => {
  const shared = calendar('Shared', { hidesPrivate: true })
  const facts = { selected: undefined, ...connected, wording }
  t.equal(calendarsView({ calendars: [own, shared], ...facts }).hidesPrivate, true)
  t.equal(calendarsView({ calendars: [own], ...facts }).hidesPrivate, false)
})
