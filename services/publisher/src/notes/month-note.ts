import { link, note, plainText, table } from './markdown.ts'
import { whoDoes, type SiteFacts } from './site-facts.ts'

/** A month as a table with a row per week; `months` lists the months that have a note, in order. */
export function monthNote(month: string, facts: SiteFacts, months: readonly string[]): string {
  const { settings, words } = facts
  const byDate = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const week = Array.from({ length: 7 }, (_, day) => ((settings.weekStart - 1 + day) % 7) + 1)
  const cell = (date: Temporal.PlainDate | null) => {
    if (date === null) return ''
    const night = byDate.get(date.toString())
    const openName = night === undefined ? '' : words.say('event.openNight')
    return `**${date.day}** ${plainText(whoDoes(night, facts) ?? openName)}`.trim()
  }
  const at = months.indexOf(month)
  const beside = [months[at - 1], months[at + 1]].filter(other => other !== undefined)
  return note(
    `# ${plainText(words.capital(words.month(month)))}`,
    table(
      week.map(day => plainText(words.capital(words.weekday(day, 'short')))),
      weeksOf(month, settings.weekStart).map(dates => dates.map(cell)),
    ),
    [
      ...beside.map(other => link(words.capital(words.month(other)), `${other}.md`)),
      link(words.say('site.title'), 'index.md'),
    ]
      .map(way => `- ${way}`)
      .join('\n'),
  )
}

/** Whole weeks; null for days of another month. */
function weeksOf(month: string, weekStart: number): (Temporal.PlainDate | null)[][] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const lead = (first.dayOfWeek - weekStart + 7) % 7
  const weeks = Math.ceil((lead + first.daysInMonth) / 7)
  return Array.from({ length: weeks }, (_row, row) =>
    Array.from({ length: 7 }, (_column, column) => {
      const day = row * 7 + column - lead
      return day < 0 || day >= first.daysInMonth ? null : first.add({ days: day })
    }),
  )
}
