import t from 'tap'
import { nightsOf, statisticsSpan } from '../../../src/record/balance/statistics-span.ts'
import { day, month } from '../../nights.ts'

const tonight = day('2026-11-20')
const span = (from?: string, to?: string) => {
  const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const found = statisticsSpan(asked, tonight)
  return 'fault' in found
    ? `${found.field}: ${found.fault}`
    : `${String(found.first)} ${String(found.last)}`
}

t.test('twelve months that end with tonight’s, unless others are asked for', async t => {
  t.equal(span(), '2025-12 2026-11')
  t.equal(span('', ''), '2025-12 2026-11', 'an empty field asks for nothing')
  t.equal(span('2026-03'), '2026-03 2026-11')
  t.equal(span(undefined, '2024-06'), '2023-07 2024-06')
  t.equal(span('2026-11', '2027-02'), '2026-11 2027-02')
  t.equal(span('2026-02', '2026-02'), '2026-02 2026-02')
})

t.test('refuses what is no month, the wrong way round, or too long', async t => {
  for (const text of [
    'november',
    '2026-13',
    '2026-1',
    '2026-11-20',
    '1999-12',
    '2100-01',
    '0000-01',
  ]) {
    t.equal(span(text), 'from: statistics.noMonth', text)
    t.equal(span(undefined, text), 'to: statistics.noMonth', text)
  }
  t.equal(span('2026-12', '2026-11'), 'from: statistics.reversed')
  t.equal(span('2021-12', '2026-11'), '2021-12 2026-11', 'sixty')
  t.equal(span('2021-11', '2026-11'), 'from: statistics.tooManyMonths')
})

t.test('its nights are those of whole months', async t => {
  for (const [last, until] of [
    ['2026-11', '2026-11-30'],
    ['2028-02', '2028-02-29'],
  ] as const) {
    const { from, to } = nightsOf({ first: month('2026-01'), last: month(last) })
    t.same([from.toString(), to.toString()], ['2026-01-01', until])
  }
})
