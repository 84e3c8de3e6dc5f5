import { countNights, type CaregiverCounts } from '@night-routine/fairness'
import { note, plainText, table } from './markdown.ts'
import type { SiteFacts } from './site-facts.ts'

/** Nights of a month per caregiver. */
export interface MonthCounts {
  month: string
  counts: CaregiverCounts
}

/** The last twelve months with nights, oldest first; the current month includes planned nights. */
export function countMonths({ nights, tonight }: Pick<SiteFacts, 'nights' | 'tonight'>): {
  months: MonthCounts[]
  total: CaregiverCounts
} {
  const thisMonth = tonight.toPlainYearMonth()
  return countNights(
    nights.filter(
      ({ night }) => Temporal.PlainYearMonth.compare(night.toPlainYearMonth(), thisMonth) <= 0,
    ),
  )
}

/** The statistics page: a chart and a table. */
export function statisticsNote(facts: SiteFacts): string {
  const { names, settings, words } = facts
  const { months, total } = countMonths(facts)
  const title = `# ${plainText(words.say('statistics.title'))}`
  if (months.length === 0) return note(title, plainText(words.say('statistics.empty')))
  const shown = settings.statisticsOrder === 'newest' ? months.toReversed() : months
  const row = (label: string, { a, b, babysitter }: CaregiverCounts) => [
    plainText(label),
    ...[a, b, babysitter].map(count => plainText(words.number(count))),
  ]
  return note(
    title,
    plainText(words.say('statistics.what')),
    `![${plainText(words.say('site.chart', { first: names.a, second: names.b }))}](statistics.svg)`,
    table(
      [words.say('statistics.month'), names.a, names.b, words.say('statistics.babysitters')].map(
        plainText,
      ),
      [
        ...shown.map(({ month, counts }) => row(words.capital(words.month(month)), counts)),
        row(words.say('statistics.sum'), total),
      ],
      { numbers: true },
    ),
  )
}
