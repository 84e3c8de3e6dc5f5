import * as fc from 'fast-check'
import t from 'tap'
import { balanceChart, runningBalance } from '../../../src/routes/statistics/balance-chart.ts'
import { assignment, day, inTurn, sitter } from '../../nights.ts'

t.test('the balance runs night by night, and only parents move it', async t => {
  const record = [
    assignment('2026-11-01', 'a'),
    sitter('2026-11-02', 'Maria'),
    assignment('2026-11-03', 'b'),
    assignment('2026-11-04', 'b'),
    assignment('2026-11-05', null),
  ]
  t.same(
    runningBalance(record, 2).map(({ night, balance }) => `${night.toString()} ${balance}`),
    ['2026-11-01 3', '2026-11-02 3', '2026-11-03 2', '2026-11-04 1', '2026-11-05 1'],
  )
})

t.test('draws steps over the whole width, from even in the middle', async t => {
  const record = [
    assignment('2026-11-01', 'a'),
    assignment('2026-11-03', 'b'),
    assignment('2026-11-05', 'b'),
  ]
  t.same(balanceChart(runningBalance(record, 0)), {
    width: 360,
    height: 96,
    even: 48,
    line: 'M0 32H0V32H180V48H360V64',
    areas: [
      { kind: 'a', path: 'M0 48H0V32H180V48H360V48V48Z' },
      { kind: 'b', path: 'M0 48H0V48H180V48H360V64V48Z' },
    ],
  })
})

t.test('there is no line without two nights in the time shown', async t => {
  t.equal(balanceChart([]), null)
  t.equal(balanceChart(runningBalance(inTurn('2026-11-01', 1), 0)), null)
})

t.test('a year is drawn by weeks, up to the last night', async t => {
  const chart = balanceChart(runningBalance(inTurn('2025-11-01', 365), 0))
  t.equal(chart?.line.match(/H/g)?.length, 53)
  t.match(chart?.line, /H360V[\d.]+$/)
})

t.test('stays within its picture, whatever the nights', async () => {
  const nights = fc.array(fc.constantFrom('a', 'b', 'babysitter', null), {
    minLength: 2,
    maxLength: 400,
  })
  fc.assert(
    fc.property(nights, caregivers => {
      const from = day('2026-01-01')
      const record = caregivers.map((caregiver, index) => ({
        night: from.add({ days: index }),
        caregiver,
      }))
      const chart = balanceChart(runningBalance(record, 0))
      const numbers = [...(chart?.line ?? '').matchAll(/[HV](-?[\d.]+)/g)].map(([, n]) => Number(n))
      return numbers.length > 0 && numbers.every(n => n >= 0 && n <= 360)
    }),
  )
})
