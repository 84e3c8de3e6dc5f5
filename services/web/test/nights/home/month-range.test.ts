import t from 'tap'
import { isWithinReach, monthRange } from '../../../src/nights/home/month-view.ts'
import { parseMonth } from '../../../src/plugins/month.ts'
import { day, month } from '../../nights.ts'

t.test('a month is shown in whole weeks from any first day of the week', async t => {
  const cases = [
    { of: '2026-11', weekStart: 1, from: '2026-10-26', to: '2026-12-06', weeks: 6 },
    { of: '2026-11', weekStart: 7, from: '2026-11-01', to: '2026-12-05', weeks: 5 },
    { of: '2026-11', weekStart: 6, from: '2026-10-31', to: '2026-12-04', weeks: 5 },
    { of: '2027-02', weekStart: 1, from: '2027-02-01', to: '2027-02-28', weeks: 4 },
    { of: '2028-02', weekStart: 1, from: '2028-01-31', to: '2028-03-05', weeks: 5 },
  ]
  for (const { of, weekStart, ...range } of cases)
    t.equal(JSON.stringify(monthRange(month(of), weekStart)), JSON.stringify(range), of)
})

t.test('five years to either side are within reach, and not a month more', async t => {
  const tonight = day('2026-11-20')
  const within = ['2021-11', '2026-11', '2031-11'].map(month)
  const beyond = ['2021-10', '2031-12', '9999-12', '0000-01'].map(month)
  t.same(
    within.map(of => isWithinReach(of, tonight)),
    [true, true, true],
  )
  t.same(
    beyond.map(of => isWithinReach(of, tonight)),
    [false, false, false, false],
  )
})

t.test('a month is four digits, a hyphen and two; nothing else is one', async t => {
  t.equal(parseMonth('2026-11')?.toString(), '2026-11')
  for (const text of ['2026-13', '0000-00', '2026-1', '2026-02-30', ' 2026-11', 'abc', ''])
    t.equal(parseMonth(text), undefined, text)
})
