import * as fc from 'fast-check'
import t from 'tap'
import { cheapestPath } from '../src/cheapest-path.ts'
import type { PathNight, PathStart } from '../src/cheapest-path.ts'
import type { StreakState, ParentIndex } from '../src/price.ts'

const side = fc.constantFrom<ParentIndex>(0, 1)
const sides = fc.constantFrom<readonly ParentIndex[]>(
  ...Array.from({ length: 9 }, (): ParentIndex[] => [0, 1]),
  [0],
  [1],
  [],
)

const night = fc
  .record({
    sides,
    nearAbsence: fc.tuple(fc.boolean(), fc.boolean()),
    ratherNot: fc.tuple(fc.boolean(), fc.boolean()),
    weight: fc.constantFrom(1, 1, 1, 1.5, 3),
    nights30Ago: fc.integer({ min: -5, max: 5 }),
    published: fc.option(side),
  })
  .map(given => ({ ...given, free: given.sides.length === 2 }))

const terms = fc.record({
  share: fc.constantFrom(50, 50, 60, 65, 70, 30),
  ordinary: fc.constantFrom(20, 20, 30),
  turn: fc.option(side, { freq: 3 }),
})

/** A path of nights that an agreement divides and, from some night on, another one; in twentieths of a night. */
const anyPath = (least: number, most: number) =>
  fc
    .record({
      agreements: fc.tuple(terms, terms),
      change: fc.nat(most),
      given: fc.array(night, { minLength: least, maxLength: most, size: 'max' }),
      carried: fc.integer({ min: -3, max: 3 }),
      forgiven: fc.constantFrom(0, 0, 0, -17, 4),
      run: fc.constantFrom<StreakState>(0, 1, 2, 3, 4),
    })
    .map(({ agreements, change, given, carried, forgiven, run }) => {
      const nights = given.map(({ weight, nights30Ago, published, ...rest }, index): PathNight => {
        const { share, ordinary, turn } = agreements[index < change ? 0 : 1]
        // In a turn only the other parent's night adds to the balance.
        const [ofA, ofB] =
          turn === null ? [(100 - share) * 0.4, share * 0.4] : turn === 0 ? [0, 40] : [40, 0]
        return {
          ...rest,
          published: rest.free ? published : null,
          steps: [ofA * weight, -ofB * weight],
          ordinary,
          evenOffset: ((ofA - ofB) * weight) / 2,
          turn,
          balance30Ago: 20 * nights30Ago,
        }
      })
      const start: PathStart = { balance: 20 * carried, forgiven: 20 * forgiven, run }
      return { nights, start }
    })

const costs = { third: 9, change: 2.05, twice: 0.1, unexplained: 1, ratherNot: 1.5 }

/** The parents of the last nights before a path. */
const before: Record<StreakState, ParentIndex[]> = {
  0: [],
  1: [1, 0],
  2: [0, 0],
  3: [0, 1],
  4: [1, 1],
}

const isOthersTurn = ({ free, turn }: PathNight, chosen: ParentIndex) => free && turn === 1 - chosen

/**
 * The price of this path by the words of `price.ts`, and by none of its code: turns are counted from a list of who
 * did which night.
 */
function price(
  nights: readonly PathNight[],
  path: readonly (ParentIndex | null)[],
  start: PathStart,
) {
  const turns = [...before[start.run]]
  let { balance } = start
  return nights.reduce((sum, here, index) => {
    const chosen = path[index] ?? null
    if (chosen === null) return sum + (balance / here.ordinary) ** 2
    let cost = 0
    // Where this night counts half for each: even parents with shares of 60 and 40 owe it to the first.
    const middle = balance + start.forgiven + (here.steps[0] + here.steps[1]) / 2
    const sign = chosen === 0 ? 1 : -1
    if (isOthersTurn(here, chosen) && sign * middle >= 0) return Infinity
    const [second, last] = turns.slice(-2).length === 2 ? turns.slice(-2) : [undefined, ...turns]
    if (last === chosen) {
      cost += costs.twice
      if (second === chosen) cost += costs.third
      const isExplained = here.nearAbsence[chosen] || here.ratherNot[1 - chosen]
      const hasFewer = sign * middle < 0 || (middle === 0 && sign * here.balance30Ago > 0)
      if (here.free && here.turn === null && !isExplained && !hasFewer) cost += costs.unexplained
    }
    if (here.free && here.published === 1 - chosen) cost += costs.change
    if (here.free && here.ratherNot[chosen]) cost += costs.ratherNot
    turns.push(chosen)
    balance += here.steps[chosen]
    return sum + cost + (balance / here.ordinary) ** 2
  }, 0)
}

/** The lowest price of all paths. */
function leastOfAll(nights: readonly PathNight[], start: PathStart): number {
  const paths = nights.reduce<(ParentIndex | null)[][]>(
    (soFar, { sides: able }) =>
      soFar.flatMap(path =>
        able.length === 0 ? [[...path, null]] : able.map(chosen => [...path, chosen]),
      ),
    [[]],
  )
  return Math.min(...paths.map(path => price(nights, path, start)))
}

t.test('finds the cheapest of all 2^n paths, up to 14 nights', async t => {
  for (const [most, numRuns] of [
    [8, process.env['LONG_TESTS'] ? 1500 : 500],
    [14, process.env['LONG_TESTS'] ? 150 : 50],
  ] as const)
    fc.assert(
      fc.property(anyPath(most - 4, most), ({ nights, start }) => {
        const path = cheapestPath(nights, start)
        const allowed = path.every((chosen, index) =>
          chosen === null
            ? nights[index]?.sides.length === 0
            : nights[index]?.sides.includes(chosen),
        )
        return allowed && Math.abs(price(nights, path, start) - leastOfAll(nights, start)) < 1e-6
      }),
      { numRuns },
    )
  t.pass()
})
