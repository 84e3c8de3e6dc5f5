import { planNights } from '@night-routine/fairness'
import { longestRowAfterDebt } from './debt.ts'
import { greedy } from './greedy.ts'
import { household } from './household.ts'
import { simulate } from './simulation.ts'
import type { Planner, Year } from './simulation.ts'
import { reached, table } from './table.ts'
import type { Figure } from './table.ts'
import { timings } from './timing.ts'

const households = 500
const ours: Planner = request => planNights(request).nights.map(({ caregiver }) => caregiver)

function mean(years: readonly Year[], figure: keyof Year): number {
  const values = years.map(year => year[figure]).filter(value => value !== null)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const families = Array.from({ length: households }, (_, index) => household(index + 1))
const greedyYears = families.map(family => simulate(family, greedy))
const ourYears = families.map(family => simulate(family, ours))

function ofYears(name: string, figure: keyof Year, bar: number): Figure {
  return { name, greedy: mean(greedyYears, figure), ours: mean(ourYears, figure), bar, digits: 2 }
}

const { year, month } = timings()
const figures: Figure[] = [
  ofYears('mean absolute balance over the year', 'meanBalance', 0.66),
  ofYears('worst absolute balance after the first month', 'worstBalance', 3.7),
  ofYears('nights that are the third or later in a row', 'longRows', 10.5),
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
