// npm run bench -- fairness: compares the plans of 2,000 households with the greedy rule, and those of 500 with
// each other agreement, and with some that change after a year, with the cheapest years in hindsight.
import { longestRowAfterDebt } from './debt.ts'
import { greedy } from './greedy.ts'
import { agreements, changes, halfEach } from './household.ts'
import type { Balances, Year } from './simulation.ts'
import { changesTable, reached, splitsTable, table } from './table.ts'
import type { Figure, SplitFigures } from './table.ts'
import { timings } from './timing.ts'
import { comparedYears, ours } from './years.ts'
import type { Compared } from './years.ts'

/** Enough to know the mean balance to about 0.005; with 500 it varies by 0.01 with the seeds. */
const households = 2000

const householdsWithSplits = 500

function mean<Y extends Balances>(years: readonly Y[], figure: keyof Y): number {
  const values = years.map(year => year[figure]).filter(value => typeof value === 'number')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const years = await comparedYears(households, halfEach)
const greedyYears = years.map(compared => compared.greedy)
const ourYears = years.map(compared => compared.ours)

function ofYears(name: string, figure: keyof Year, bar: number | null): Figure {
  return { name, greedy: mean(greedyYears, figure), ours: mean(ourYears, figure), bar, digits: 2 }
}

const { year, month, divided, changing } = timings()
const figures: Figure[] = [
  ofYears('mean absolute balance over the year', 'meanBalance', 0.66),
  ofYears('worst absolute balance after the first month', 'worstBalance', 3.7),
  ofYears('nights that are the third or later in a row', 'longRows', 10.5),
  ofYears('the same, looking through babysitter and open nights', 'longTurns', null),
  ofYears('published free nights changed per decision', 'changesPerDecision', 1.6),
  {
    name: 'longest row while working off a debt of 20 nights',
    greedy: longestRowAfterDebt(greedy),
    ours: longestRowAfterDebt(ours),
    bar: 3,
    digits: 0,
  },
  { name: 'planning 365 nights, ms', greedy: null, ours: year, bar: 5, digits: 2 },
  { name: '365 nights, in times of 36', greedy: null, ours: year / month, bar: 12, digits: 1 },
  {
    name: '365 nights with shares and weights, in times of equal splits',
    greedy: null,
    ours: divided / year,
    bar: 5,
    digits: 1,
  },
  {
    name: 'the same with a later agreement',
    greedy: null,
    ours: changing / year,
    bar: 5,
    digits: 1,
  },
]

console.log(`${households} households, one year each; means\n`)
console.log(table(figures))

function splitFigures(name: string, compared: readonly Compared[]): SplitFigures {
  const of = (figure: keyof Balances) => ({
    greedy: mean(
      compared.map(each => each.greedy),
      figure,
    ),
    ours: mean(
      compared.map(each => each.ours),
      figure,
    ),
    hindsight: mean(
      compared.map(each => each.hindsight),
      figure,
    ),
  })
  return {
    name,
    meanBalance: of('meanBalance'),
    worstBalance: of('worstBalance'),
    longestTurns: of('longestTurns'),
    shareAfterChange: of('shareAfterChange'),
  }
}

const splits = [splitFigures(halfEach.name, years.slice(0, householdsWithSplits))]
for (const agreement of agreements)
  splits.push(splitFigures(agreement.name, await comparedYears(householdsWithSplits, agreement)))
console.log(`\n${householdsWithSplits} households for each agreement: greedy / ours / hindsight\n`)
console.log(splitsTable(splits))

const withChange: SplitFigures[] = []
let isSteady = true
for (const { same, changed } of changes) {
  const unchanged = splitFigures(same.name, await comparedYears(householdsWithSplits, same))
  withChange.push(unchanged)
  for (const agreement of changed) {
    const figuresOf = splitFigures(
      agreement.name,
      await comparedYears(householdsWithSplits, agreement),
    )
    withChange.push(figuresOf)
    const { meanBalance, longestTurns } = figuresOf
    isSteady &&=
      meanBalance.ours <= 1.05 * meanBalance.hindsight &&
      longestTurns.ours <= unchanged.longestTurns.ours + 1
  }
}
console.log(`\nAgreements that change after a year, ${householdsWithSplits} households each\n`)
console.log(changesTable(withChange))
if (!isSteady || !figures.every(reached)) process.exitCode = 1
