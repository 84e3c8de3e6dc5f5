import t from 'tap'
import { nightsOf, statisticsSpan } from '../../../src/record/balance/statistics-span.ts'
import { day, month } from '../../nights.ts'

t.test('twelve whole months that end with tonight’s, unless others are asked for', async t => {
  const [noMonth, reversed] = ['from: statistics.noMonth', 'from: statistics.reversed']
  for (const [from, to, expected] of [
    [undefined, undefined, '2025-12 2026-11'],
    ['', '', '2025-12 2026-11'],
    ['2026-03', undefined, '2026-03 2026-11'],
    [undefined, '2024-06', '2023-07 2024-06'],
    ['2026-11', '2027-02', '2026-11 2027-02'],
    ['2026-13', undefined, noMonth],
    ['2026-11-20', undefined, noMonth],
    ['1999-12', undefined, noMonth],
    ['2100-01', undefined, noMonth],
    [undefined, '2026-1', 'to: statistics.noMonth'],
    ['2026-12', '2026-11', reversed],
    ['2021-12', '2026-11', '2021-12 2026-11'],
    ['2021-11', '2026-11', 'from: statistics.tooManyMonths'],
  ] as const) {
    const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    const found = statisticsSpan(asked, day('2026-11-20'))
    const said =
      'fault' in found
        ? `${found.field}: ${found.fault}`
        : `${String(found.first)} ${String(found.last)}`
    t.equal(said, expected, `${from} ${to}`)
  }
  const { from, to } = nightsOf({ first: month('2026-01'), last: month('2028-02') })
  t.same([from.toString(), to.toString()], ['2026-01-01', '2028-02-29'])
})
