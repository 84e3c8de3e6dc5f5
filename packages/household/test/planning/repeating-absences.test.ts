import type { RepeatingAbsence } from '@night-routine/database/nights'
import * as fc from 'fast-check'
import t from 'tap'
import { nightsOfNobody, rangesOf } from '../../src/planning/repeating-absences.ts'
import { day } from './stored-nights.ts'

const mondayToThursday = [1, 2, 3, 4]
const everyDay = [1, 2, 3, 4, 5, 6, 7]

function repeating(
  weekdays: number[],
  everyWeeks: number,
  from: string,
  { to, parent = 'a' }: { to?: string; parent?: 'a' | 'b' } = {},
): RepeatingAbsence {
  return { parent, weekdays, everyWeeks, from: day(from), to: to === undefined ? null : day(to) }
}

function shown(absence: RepeatingAbsence, from: string, to: string) {
  return rangesOf(absence, { from: day(from), to: day(to) }).map(range =>
    range.from.equals(range.to)
      ? range.from.toString()
      : `${range.from.toString()}/${range.to.toString()}`,
  )
}

const mondayOf = (night: Temporal.PlainDate) => night.subtract({ days: night.dayOfWeek - 1 })

const away = (a: number[], b: number[] = []) => ({
  a: { unavailableWeekdays: a },
  b: { unavailableWeekdays: b },
})

t.test('weeks are counted from the week of the first night', async t => {
  // A Wednesday: its week has two nights of the four.
  t.same(shown(repeating(mondayToThursday, 2, '2026-11-25'), '2026-11-01', '2026-12-31'), [
    '2026-11-25/2026-11-26',
    '2026-12-07/2026-12-10',
    '2026-12-21/2026-12-24',
  ])
  // The Sunday before a new week belongs to the week that ends with it.
  t.same(shown(repeating([1], 2, '2026-11-22'), '2026-11-01', '2026-12-31'), [
    '2026-11-30',
    '2026-12-14',
    '2026-12-28',
  ])
  t.same(
    shown(repeating([5], 8, '2026-01-02'), '2026-11-01', '2027-01-31'),
    ['2026-12-04', '2027-01-29'],
    'over the end of a year with 53 weeks',
  )
})

t.test('neighbouring nights are one range, also from one week to the next', async t => {
  t.same(shown(repeating([1, 7], 1, '2026-11-20'), '2026-11-20', '2026-12-01'), [
    '2026-11-22/2026-11-23',
    '2026-11-29/2026-11-30',
  ])
  t.same(shown(repeating(everyDay, 1, '2026-11-20'), '2026-11-01', '2026-12-01'), [
    '2026-11-20/2026-12-01',
  ])
})

function roster(cycle: number[], from: string, more: Parameters<typeof repeating>[3] = {}) {
  return { ...repeating([], 1, from, more), cycle }
}

t.test('a cycle of days is counted from the first night, whatever the weekday', async t => {
  t.same(shown(roster([4, 2], '2026-12-01'), '2026-11-01', '2026-12-20'), [
    '2026-12-01/2026-12-04',
    '2026-12-07/2026-12-10',
    '2026-12-13/2026-12-16',
    '2026-12-19/2026-12-20',
  ])
  t.same(
    shown(roster([4, 2], '2026-12-01', { to: '2026-12-08' }), '2026-12-03', '2027-12-01'),
    ['2026-12-03/2026-12-04', '2026-12-07/2026-12-08'],
    'inside a range, and to its last night',
  )
  t.same(
    shown(roster([2, 2, 3, 2, 2, 3], '2026-12-07'), '2026-12-21', '2027-01-03'),
    ['2026-12-21/2026-12-22', '2026-12-25/2026-12-27', '2026-12-30/2026-12-31'],
    'a pattern of two weeks, the second time',
  )
  t.same(shown(roster([1, 55], '2016-02-29'), '2026-11-01', '2026-12-31'), ['2026-11-23'])
})

t.test('the last night is the end, and what is outside is left out', async t => {
  const untilChristmas = repeating(mondayToThursday, 1, '2026-12-14', { to: '2026-12-22' })
  t.same(shown(untilChristmas, '2026-11-01', '2027-06-01'), [
    '2026-12-14/2026-12-17',
    '2026-12-21/2026-12-22',
  ])
  t.same(shown(untilChristmas, '2026-12-16', '2026-12-21'), ['2026-12-16/2026-12-17', '2026-12-21'])
  t.same(shown(untilChristmas, '2026-12-23', '2027-06-01'), [], 'it is over')
  t.same(shown(untilChristmas, '2026-11-01', '2026-12-13'), [], 'it has not started')
})

t.test('a night is in a range exactly if its weekday and its week are', async t => {
  const anyNight = fc.integer({ min: -30, max: 400 }).map(days => day('2026-11-20').add({ days }))
  const property = fc.property(
    fc.record({
      parent: fc.constant('a' as const),
      weekdays: fc.subarray(everyDay, { minLength: 1 }),
      everyWeeks: fc.integer({ min: 1, max: 8 }),
      from: anyNight,
      to: fc.option(anyNight),
    }),
    anyNight,
    fc.integer({ min: 0, max: 60 }),
    (absence, from, nights) => {
      const { weekdays, everyWeeks } = absence
      const ranges = rangesOf(absence, { from, to: from.add({ days: nights }) })
      const start = mondayOf(absence.from)
      return Array.from({ length: nights + 1 }, (_, index) => from.add({ days: index })).every(
        night => {
          const expected =
            weekdays.includes(night.dayOfWeek) &&
            Temporal.PlainDate.compare(absence.from, night) <= 0 &&
            (absence.to === null || Temporal.PlainDate.compare(night, absence.to) <= 0) &&
            start.until(mondayOf(night)).days % (7 * everyWeeks) === 0
          const found = ranges.filter(
            range =>
              Temporal.PlainDate.compare(range.from, night) <= 0 &&
              Temporal.PlainDate.compare(night, range.to) <= 0,
          )
          return found.length === (expected ? 1 : 0)
        },
      )
    },
  )
  t.doesNotThrow(() => fc.assert(property))
})

t.test('finds the weekdays on which nobody is left for ever', async t => {
  const none = { a: { unavailableWeekdays: [] }, b: { unavailableWeekdays: [] } }
  const ofB = { parent: 'b' } as const
  for (const [parents, absences, expected] of [
    [none, [], []],
    [away([3, 4], [4, 5]), [], [4]],
    [away([3]), [repeating([3, 4], 1, '2026-11-20', ofB)], [3]],
    [away([3]), [repeating([3], 2, '2026-11-20', ofB)], []],
    [away([3]), [repeating([3], 1, '2026-11-20', { ...ofB, to: '2030-01-01' })], []],
    [away([3]), [repeating([3], 1, '2026-11-20')], []],
    // Every other week each: in turn, or in the same week.
    [none, [repeating([1], 2, '2026-11-02'), repeating([1], 2, '2026-11-09', ofB)], []],
    [away([1]), [repeating([1], 2, '2026-11-02', ofB), repeating([1], 2, '2026-11-09', ofB)], [1]],
    // Two weeks of three are not all three.
    [away([1]), [repeating([1], 3, '2026-11-02', ofB), repeating([1], 3, '2026-11-09', ofB)], []],
    // Every second, and every fourth week of the others, leave one week of four.
    [away([1]), [repeating([1], 2, '2026-11-02', ofB), repeating([1], 4, '2026-11-09', ofB)], []],
    [
      away([1]),
      [
        repeating([1], 2, '2026-11-02', ofB),
        repeating([1], 4, '2026-11-09', ofB),
        repeating([1], 4, '2026-11-23', ofB),
      ],
      [1],
    ],
    // Cycles: six days come to every weekday in turn, seven stay at theirs.
    [away([3]), [roster([5, 1], '2026-11-20', ofB)], []],
    [away([3]), [roster([6, 1], '2026-11-19', ofB)], []],
    [away([3]), [roster([6, 1], '2026-11-20', ofB)], [3]],
    [none, [roster([4, 4], '2026-11-20'), roster([4, 4], '2026-11-24', ofB)], []],
  ] as const)
    t.same(
      nightsOfNobody(parents, absences).map(({ dayOfWeek }) => dayOfWeek),
      expected,
      JSON.stringify([parents, absences]),
    )
  const [night] = nightsOfNobody(away([3]), [repeating([3], 1, '2027-05-06', ofB)])
  t.equal(night?.toString(), '2027-05-12', 'the first such night after every start')
})
