import t from 'tap'
import { readBusyInThread } from '../../src/busy/read-in-thread.ts'
import { calendarOf, event } from './texts.ts'

const request = {
  from: Temporal.PlainDate.from('2026-11-20'),
  to: Temporal.PlainDate.from('2026-12-31'),
  timeZone: 'Europe/Paris',
  addresses: [],
}

t.test('reads as outside of a thread', async t => {
  const text = calendarOf(
    event('DTSTART;VALUE=DATE:20261124'),
    event('DTSTART:20261124T180000Z', 'DURATION:PT1H'),
    event('DTSTART:2026'),
  )
  const { busy, skipped } = await readBusyInThread([text], request)
  t.same(JSON.parse(JSON.stringify(busy)), [
    { kind: 'days', first: '2026-11-24', last: '2026-11-24' },
    { kind: 'hours', start: '2026-11-24T18:00:00Z', end: '2026-11-24T19:00:00Z' },
  ])
  t.same(skipped, { unreadable: 1 })
  await t.rejects(readBusyInThread(['no calendar'], request), { name: 'NotACalendarError' })
})

t.test('ends a text that would never be read', async t => {
  // Every seventh day from a Monday is never a Tuesday.
  const endless = event('DTSTART:20260105T190000Z', 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU')
  await t.rejects(readBusyInThread([calendarOf(endless)], request, { limitMs: 500 }), {
    name: 'TooMuchError',
  })
})
