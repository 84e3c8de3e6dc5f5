import { inNights, ledgerOf, shares, type ParentId, type Split } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'
import { statisticsCsv } from '../../../src/record/balance/statistics-csv.ts'
import { statisticsView } from '../../../src/record/balance/statistics-view.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, inTurn, sitter } from '../../nights.ts'
import { accountOf, spanOf } from './entered.ts'

const tonight = day('2026-11-20')
const twelveMonths = spanOf('2025-12', '2026-11')
const wording = wordingFor('en')

interface Given extends Omit<Parameters<typeof accountOf>[0], 'tonight' | 'span'> {
  span?: ReturnType<typeof spanOf>
  order?: 'newest' | 'oldest'
  reader?: ParentId | null
}

function view({ order = 'newest', span = twelveMonths, reader = null, ...given }: Given) {
  const account = accountOf({ tonight, span, ...given })
  const speaker = { ledger: ledgerOf(given.split), people: { ...people, reader }, wording }
  return {
    ...statisticsView({ account, span, order, ...speaker }),
    file: statisticsCsv(account.rows, speaker),
    points: account.points,
  }
}

const numbers = ({ cells }: { cells: { value: string }[] }) =>
  cells.map(({ value }) => value).join(' ')

t.test('a row is its difference, the nights of each, and the balance after it', async t => {
  const nights = [
    ...inTurn('2026-10-30', 4),
    sitter('2026-11-03', 'Maria'),
    sitter('2026-11-04', 'Jo'),
    assignment('2026-11-07', 'b'),
    sitter('2026-11-25', 'Maria'),
    assignment('2026-11-26', 'b'),
  ]
  const shown = view({ nights })
  t.same(shown.headings, ['Alex', 'Robin', 'Babysitters', 'Total'])
  t.same(
    shown.rows.map(row => [row.title, row.status, row.difference?.text, numbers(row), row.after]),
    [
      ['November 2026', 'planned', 'Robin +1', '0 1 1 2', 'Robin +2'],
      ['November 2026', 'so far', 'Robin +1', '1 2 2 5', 'Robin +1'],
      ['October 2026', 'so far', 'even', '1 1 0 2', 'even'],
    ],
  )
  t.same(
    shown.sums.map(row => [row.title, row.status, row.difference?.text, numbers(row)]),
    [
      ['Sum', 'so far', 'Robin +1', '2 3 2 7'],
      ['Sum', 'with the plan', 'Robin +2', '2 4 3 9'],
    ],
  )
  const sitters = [
    { name: 'Maria', nights: 2 },
    { name: 'Jo', nights: 1 },
  ]
  t.same(shown.babysitters, [{ title: 'November 2026', nights: 3, people: sitters }])
  const oldest = view({ nights, order: 'oldest' }).rows.map(({ status }) => status)
  t.same(oldest, ['so far', 'so far', 'planned'])

  const toAlex = view({
    nights,
    reader: 'a',
    split: { weights: { weekdays: { 1: 1.5 }, nights: [] } },
  })
  t.match(toAlex.headings, ['You', 'Robin', 'Babysitters', 'Total', 'You, by weight', /Robin/])
  t.match(toAlex.chart, { above: 'You have done more', below: 'Robin has done more' })
  t.notMatch(toAlex.file, 'You', 'the file names both')
  t.notOk(shown.needsHint)
  t.ok(view({ nights, split: { share: 60 } }).needsHint)
  t.equal(view({ nights: inTurn('2026-11-01', 1) }).chart, null, 'a single night is no line')
  t.match(view({ nights: inTurn('2026-11-20', 3) }), {
    soFar: { text: 'No night is done yet. This is the plan.' },
    rows: [{ status: 'planned', after: 'Alex +1' }],
    sums: [{ status: 'with the plan' }],
  })
})

/** A figure such as "Alex +1.35" as a number, positive for Alex. */
function figure(text: string | null | undefined): number {
  if (text === 'even') return 0
  const [, name, nights] = /^(Alex|Robin) \+([\d,.]+)$/.exec(text ?? '') ?? []
  const value = Number(nights?.replaceAll(',', ''))
  return name === 'Alex' ? value : name === 'Robin' ? -value : Number.NaN
}

/** The figure of a headline, which is a sentence for equal shares. */
function headlineFigure({
  text,
  difference,
}: {
  text: string
  difference: { text: string } | null
}) {
  if (difference !== null) return figure(difference.text)
  if (text.startsWith('Even')) return 0
  const [, name, more] =
    /(Alex|Robin) (?:has|will have) done (one|[\d,]+) more nights?/.exec(text) ?? []
  return figure(`${name} +${more === 'one' ? 1 : more}`)
}

const hundredths = (value: number) => Math.round(value * 100)
const sumOf = (values: readonly number[]) => hundredths(values.reduce((sum, each) => sum + each, 0))

t.test('headline, table, chart and file say the same, whatever was done', async t => {
  const first = day('2026-09-01')
  const weight = fc.constantFrom(1, 1.5, 2, 2.5, 3)
  const given = fc.record({
    caregivers: fc.array(fc.constantFrom('a', 'b', 'a', 'b', 'babysitter', null, 'none'), {
      minLength: 60,
      maxLength: 130,
    }),
    share: fc.constantFrom(50, 50, ...shares),
    weekdays: fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.constantFrom('1', '5', '6', '7'), weight, { maxKeys: 3 }),
    ),
    single: fc.option(fc.record({ night: fc.nat(120), weight })),
    countFrom: fc.oneof(fc.constant(null), fc.nat(120)),
    span: fc.constantFrom(
      spanOf('2026-11', '2026-11'),
      spanOf('2026-10', '2026-12'),
      spanOf('2026-11', '2027-02'),
      twelveMonths,
    ),
  })
  let compared = 0
  await fc.assert(
    fc.asyncProperty(given, async ({ caregivers, share, weekdays, single, ...more }) => {
      const countFrom = more.countFrom === null ? null : first.add({ days: more.countFrom })
      const nights = caregivers.flatMap((caregiver, index) =>
        caregiver === 'none' ? [] : assignment(first.add({ days: index }).toString(), caregiver),
      )
      const singles = single
        ? [{ night: first.add({ days: single.night }), weight: single.weight }]
        : []
      const split: Split = { share, weights: { weekdays, nights: singles } }
      const shown = view({ nights, split, countFrom, span: more.span, order: 'oldest' })

      const weigh = (night: Temporal.PlainDate) =>
        singles.find(each => each.night.equals(night))?.weight ??
        Object.entries(weekdays).find(([weekday]) => Number(weekday) === night.dayOfWeek)?.[1] ??
        1
      const expected = (until: Temporal.PlainDate | null) =>
        nights
          .filter(
            ({ night }) => countFrom === null || Temporal.PlainDate.compare(night, countFrom) >= 0,
          )
          .filter(({ night }) => until === null || Temporal.PlainDate.compare(night, until) < 0)
          .map(({ night, caregiver }) => {
            if (caregiver === 'a') return 2 * (100 - share) * weigh(night)
            return caregiver === 'b' ? -2 * share * weigh(night) : 0
          })
          .reduce((sum, each) => sum + each, 0)

      const [header = '', ...lines] = shown.file.trimEnd().split('\r\n')
      const cells = lines.map(line => line.split(','))
      // The heading of the difference has a comma of its own.
      const at = header
        .replace(/"[^"]*"/g, 'quoted')
        .split(',')
        .indexOf('Status')
      const compare = (
        what: string,
        headline: Parameters<typeof headlineFigure>[0],
        {
          until,
          sumStatus,
          statuses,
        }: { until: Temporal.PlainDate | null; sumStatus: string; statuses: string[] },
      ) => {
        compared += 1
        const balance = expected(until)
        const rows = shown.rows.filter(({ status }) => statuses.includes(status))
        const inFile = cells.filter(line => statuses.includes(line[at] ?? ''))
        t.equal(hundredths(headlineFigure(headline)), balance, `${what}: headline`)
        t.equal(hundredths(figure(rows.at(-1)?.after)), balance, `${what}: last row`)
        t.equal(sumOf(rows.map(row => figure(row.difference?.text))), balance, `${what}: added up`)
        const sum = shown.sums.find(({ status }) => status === sumStatus)
        t.equal(hundredths(figure(sum?.difference?.text)), balance, `${what}: sum`)
        t.same(
          sum?.cells.map(({ value }) => Number(value)),
          sum?.cells.map(
            (_, column) => sumOf(rows.map(row => Number(row.cells[column]?.value))) / 100,
          ),
          `${what}: columns`,
        )
        t.equal(hundredths(Number(inFile.at(-1)?.[at + 2])), balance, `${what}: file`)
        t.equal(sumOf(inFile.map(line => Number(line[at + 1]))), balance, `${what}: file added up`)
      }
      const { soFar, withPlan } = shown
      if (soFar.text.startsWith('No night'))
        t.notOk(shown.sums.some(({ status }) => status === 'so far'))
      else
        compare('so far', soFar, {
          until: tonight,
          sumStatus: 'so far',
          statuses: ['so far'],
        })
      if (withPlan)
        compare('with the plan', withPlan, {
          until: null,
          sumStatus: 'with the plan',
          statuses: ['so far', 'planned'],
        })
      for (const [status, sum] of [
        ['soFar', soFar],
        ['planned', withPlan],
      ] as const) {
        const end = shown.points.findLast(point => point.status === status)
        const [last] = nights.slice(-1)
        const isWhole = status === 'soFar' || (last && end?.night.equals(last.night))
        if (end && isWhole && sum)
          t.equal(
            hundredths(inNights(end.balance)),
            hundredths(headlineFigure(sum)),
            `chart: ${status}`,
          )
      }
    }),
    { numRuns: 60 },
  )
  t.ok(compared > 30, `${compared} headlines`)
})
