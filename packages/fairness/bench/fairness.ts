// npm run bench -- fairness: compares the plans of 2,000 households with the greedy rule.
import { longestRowAfterDebt } from './debt.ts'
import { greedy } from './greedy.ts'
import type { Year } from './simulation.ts'
import { reached, table } from './table.ts'
import type { Figure } from './table.ts'
import { timings } from './timing.ts'
import { comparedYears, ours } from './years.ts'

/** Enough to know the mean balance to about 0.005; with 500 it varies by 0.01 with the seeds. */
const households = 2000

function mean(years: readonly Year[], figure: keyof Year): number {
  const values = years.map(year => year[figure]).filter(value => value !== null)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const years = await comparedYears(households)
const greedyYears = years.map(compared => compared.greedy)
const ourYears = years.map(compared => compared.ours)

function ofYears(name: string, figure: keyof Year, bar: number | null): Figure {
  return { name, greedy: mean(greedyYears, figure), ours: mean(ourYears, figure), bar, digits: 2 }
}

const { year, month } = timings()
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
]

console.log(`${households} households, one year each; means\n`)
console.log(table(figures))
if (!figures.every(reached)) process.exitCode = 1
