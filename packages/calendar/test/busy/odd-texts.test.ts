import { checkOdd, oddCalendar, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { NotACalendarError } from '../../src/busy/busy-time.ts'
import { readBusyTexts } from '../../src/busy/calendar-text.ts'
import { calendarOf, event } from './texts.ts'

const request = {
  from: Temporal.PlainDate.from('2026-11-20'),
  to: Temporal.PlainDate.from('2026-12-31'),
  timeZone: 'Europe/Paris',
  addresses: ['alex@example.com'],
}

t.test('any text has busy times that do not end before they start, or is no calendar', async t => {
  const valid = calendarOf(
    event('DTSTART;TZID=Europe/Paris:20261124T190000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
    event(
      'RECURRENCE-ID;TZID=Europe/Paris:20261201T190000',
      'DTSTART;TZID=Europe/Paris:20261202T190000',
      'DTEND;TZID=Europe/Paris:20261202T200000',
    ),
    event('UID:2', 'DTSTART;VALUE=DATE:20261128', 'DTEND;VALUE=DATE:20261130'),
  )
  await checkOdd(t, fc.oneof(oddCalendar(valid), oddText()), text => {
    try {
      for (const time of readBusyTexts([text], request).busy) {
        const isBackwards =
          time.kind === 'days'
            ? Temporal.PlainDate.compare(time.last, time.first) < 0
            : Temporal.Instant.compare(time.end, time.start) < 0
        if (isBackwards) throw new RangeError(JSON.stringify(time))
      }
    } catch (error) {
      if (!(error instanceof NotACalendarError)) throw error
    }
  })
})
