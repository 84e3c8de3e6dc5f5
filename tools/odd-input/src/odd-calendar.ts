import * as fc from 'fast-check'
import { oddText } from './odd-text.ts'

/** Lines that calendar servers store unchanged, and that readers refuse or misread. */
const oddLines = [
  'DTSTART:20261201',
  'DTSTART;VALUE=DATE:',
  'DTSTART;VALUE=DATE:20261301',
  'DTSTART;VALUE=DATE:99999999',
  'DTSTART;TZID=Nowhere/None:20261201T200000',
  'DTSTART:',
  'DTSTART',
  'DTEND;VALUE=DATE:20200101',
  'DURATION:',
  'DURATION:P',
  'DURATION:PT',
  'DURATION:-P99999999999W',
  'DURATION:P1DT',
  'RRULE:X',
  'RRULE:FREQ=SOMETIMES',
  'RRULE:FREQ=SECONDLY;COUNT=99999999',
  'RRULE:FREQ=DAILY;UNTIL=never',
  'EXDATE:',
  'RECURRENCE-ID:x',
  'STATUS:',
  'STATUS:MAYBE',
  'SEQUENCE:x',
  'DTSTAMP:yesterday',
  'X-OPEN;P="a:b',
  'X-NO-VALUE',
  ':no name',
  ';',
  'SUMMARY;LANGUAGE=fr;LANGUAGE=en:two',
  'UID:',
  'ATTACH;ENCODING=BASE64;VALUE=BINARY:%%%',
  'BEGIN:VALARM',
  'END:VALARM',
  'BEGIN:VEVENT',
  'END:VEVENT',
  'END:VCALENDAR',
  'GEO:north',
  'CATEGORIES:\\',
  'X-NIGHT-ROUTINE-NIGHT:never',
]

const whole = (list: readonly string[]) => `${list.join('\r\n')}\r\n`

/**
 * `valid`, the text of an iCalendar object, with one defect: a line replaced, added, repeated, removed, cut or filled
 * with odd text, wrong line ends, or the text cut.
 */
export function oddCalendar(valid: string): fc.Arbitrary<string> {
  const lines = valid.split(/\r?\n/).filter(line => line !== '')
  const at = fc.nat({ max: lines.length - 1 })
  const oddLine = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...oddLines) },
    { weight: 2, arbitrary: oddText({ seeds: [':', ';', '=', '"', 'SUMMARY:'] }) },
  )
  return fc.oneof(
    fc.tuple(at, oddLine).map(([index, line]) => whole(lines.toSpliced(index, 1, line))),
    fc.tuple(at, oddLine).map(([index, line]) => whole(lines.toSpliced(index, 0, line))),
    // The value of a line.
    fc
      .tuple(at, oddText())
      .map(([index, text]) =>
        whole(lines.with(index, `${/^[^:]*/.exec(lines[index] ?? '')?.[0] ?? ''}:${text}`)),
      ),
    at.map(index => whole(lines.toSpliced(index, 1))),
    at.map(index => whole(lines.toSpliced(index, 0, lines[index] ?? ''))),
    fc
      .tuple(at, fc.nat({ max: 80 }))
      .map(([index, length]) => whole(lines.with(index, (lines[index] ?? '').slice(0, length)))),
    fc.nat({ max: valid.length }).map(length => valid.slice(0, length)),
    fc.constantFrom(
      '',
      '(null)',
      lines.join('\n'),
      lines.join('\r'),
      whole(lines).replaceAll('\r\n', '\r\n\r\n'),
      whole(lines).replaceAll('\r\n', '\r\n '),
      `\ufeff${whole(lines)}`,
      whole([...lines, ...lines]),
      whole(lines.toReversed()),
    ),
  )
}
