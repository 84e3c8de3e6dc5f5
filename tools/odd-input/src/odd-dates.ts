import * as fc from 'fast-check'
import { oddText } from './odd-text.ts'

/** Text where an ISO date belongs: real dates at the edges, impossible ones, other spellings, other text. */
export function oddDate(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      '0000-01-01',
      '0001-01-01',
      '1582-10-10',
      '1969-12-31',
      '1970-01-01',
      '2024-02-29',
      '2023-02-29',
      '2026-02-30',
      '2026-03-29',
      '2026-10-25',
      '2026-12-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-1-1',
      '20261201',
      '2026-12-01T00:00:00Z',
      '2026-12-01[u-ca=hebrew]',
      '2026-W49-2',
      '2026-335',
      '9999-12-31',
      '10000-01-01',
      '+275760-09-13',
      '+275760-09-14',
      '-271821-04-19',
      '-271821-04-18',
      '-000000-01-01',
      ' 2026-12-01',
      '２０２６-12-01',
      'tomorrow',
      'NaN',
      'null',
    ),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString().slice(0, 10)),
    oddText({ maxLength: 1_000, seeds: ['2026-12-01', '2026', '-'] }),
  )
}

/** The same where an instant belongs. */
export function oddInstant(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '2026-12-01T24:00:00Z',
      '2026-12-01T23:59:60Z',
      '2026-12-01T10:00:00',
      '2026-12-01T10:00:00+99:00',
      '2026-03-29T02:30:00+01:00',
      '-271821-04-20T00:00:00Z',
      '+275760-09-13T00:00:01Z',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Invalid Date',
    ),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    oddDate(),
  )
}
