import * as fc from 'fast-check'
import t from 'tap'
import { balanceChart } from '../../../src/record/balance/balance-chart.ts'
import type { BalancePoint } from '../../../src/record/balance/statistics-rows.ts'
import { day } from '../../nights.ts'

/** Points night by night, in nights; `planned` of them lie ahead. */
const points = (from: string, balances: readonly number[], planned = 0): BalancePoint[] =>
  balances.map((balance, index) => ({
    night: day(from).add({ days: index }),
    status: index < balances.length - planned ? 'soFar' : 'planned',
    balance: balance * 20,
  }))

t.test(
  'draws steps over the whole width, from even in the middle, and marks an agreement',
  async t => {
    const chart = balanceChart(points('2026-11-01', [1, 1, 0, 0, -1]), [day('2026-11-04')])
    const { read, ...drawn } = chart ?? {}
    t.same(
      read?.map(({ x }) => x),
      [0, 90, 180, 270, 360],
    )
    t.same(drawn, {
      width: 360,
      height: 96,
      even: 48,
      marks: 'M270 0V96',
      now: 4,
      soFar: 'M0 32H0V32H90V32H180V48H270V48H360V64',
      planned: '',
      areas: [
        { kind: 'a', path: 'M0 48H0V32H90V32H180V48H270V48H360V48V48Z' },
        { kind: 'b', path: 'M0 48H0V48H90V48H180V48H270V48H360V64V48Z' },
      ],
    })
  },
)

t.test('the plan is a line of its own, on from the last night done, without areas', async t => {
  t.match(balanceChart(points('2026-11-01', [1, 2, 1, 0, -1], 2)), {
    soFar: 'M0 32H0V32H90V16H180V32',
    planned: 'M180 32H180V32H270V48H360V64',
    areas: [{ path: 'M0 48H0V32H90V16H180V32V48Z' }, { path: 'M0 48H0V48H90V48H180V48V48Z' }],
  })
  t.match(balanceChart(points('2026-11-01', [1, 0], 2)), {
    soFar: '',
    planned: 'M0 32H0V32H360V48',
    areas: [{ path: '' }, { path: '' }],
  })
})

t.test('half a night is half a step', async t => {
  t.match(balanceChart(points('2026-11-01', [0.75, 1.5])), { soFar: 'M0 36H0V36H360V24' })
})

t.test('there is no line without two nights in the time shown', async t => {
  t.equal(balanceChart([]), null)
  t.equal(balanceChart(points('2026-11-01', [1])), null)
})

t.test('a year is drawn by weeks, up to the last night done and the last one planned', async t => {
  const year = Array.from({ length: 365 }, (_, index) => index % 2)
  const whole = balanceChart(points('2025-11-01', year))
  t.equal(whole?.soFar.match(/H/g)?.length, 53)
  t.equal(whole?.read.length, 53)
  t.match(whole?.soFar, /H360V[\d.]+$/)
  const chart = balanceChart(points('2025-11-01', year, 10))
  t.match(chart?.soFar, /H350.1V48$/, 'the last night done has a point, whatever its week')
  t.match(chart?.planned, /^M350.1 48.*H360V[\d.]+$/)
})

t.test('stays within its picture, whatever the balance', async () => {
  const balances = fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 2, maxLength: 400 })
  fc.assert(
    fc.property(balances, fc.nat(40), (all, planned) => {
      const chart = balanceChart(points('2026-01-01', all, planned))
      const lines = `${chart?.soFar}${chart?.planned}`
      const numbers = [...lines.matchAll(/[HV](-?[\d.]+)/g)].map(([, n]) => Number(n))
      return numbers.length > 0 && numbers.every(n => n >= 0 && n <= 360)
    }),
  )
})
