import { eventId, installationMark } from '@night-routine/calendar'
import t from 'tap'
import { isOfOtherInstallation } from '../src/other-installation.ts'
import { date, night, read } from './pull/deciding.ts'

const own = { installation: 'ours', calendarId: 'family', known: [] }
const ours = { ...read, eventId: eventId({ ...own, night: date, generation: 9 }) }
const theirs = {
  ...read,
  eventId: eventId({ ...own, installation: 'theirs', night: date, generation: 0 }),
}

t.test(
  'tells the events of another installation by their mark, or by an id we never make',
  async t => {
    const moved = { ...ours, startDate: date.add({ days: 1 }) }
    const rows: [string, boolean, typeof read][] = [
      ['an id of ours, from before a backup', false, ours],
      ['moved, with its night', false, { ...moved, properties: { night } }],
      ['moved, without its night', true, moved],
      ['an id we never make', true, theirs],
      ['a night that is no date', true, { ...theirs, properties: { night: '2026-02-30' } }],
      ['a night in the year 0', true, { ...theirs, properties: { night: '0000-01-01' } }],
      ['our mark', false, { ...theirs, properties: { installation: installationMark('ours') } }],
      ['their mark', true, { ...ours, properties: { installation: installationMark('theirs') } }],
      ['removed', false, { ...theirs, status: 'cancelled' }],
      ['an id of no installation', false, { ...theirs, eventId: 'dentist' }],
    ]
    for (const [name, expected, event] of rows)
      t.equal(isOfOtherInstallation(event, own), expected, name)
  },
)
