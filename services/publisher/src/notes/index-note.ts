import { link, note, plainText, table } from './markdown.ts'
import { whoDoes, type SiteFacts } from './site-facts.ts'

const nightsAhead = 7

/** The first page: tonight, the next seven nights, and links to the rest. */
export function indexNote(facts: SiteFacts, months: readonly string[]): string {
  const { nights, tonight, words } = facts
  const byDate = new Map(nights.map(night => [night.night.toString(), night]))
  const on = (date: Temporal.PlainDate) => byDate.get(date.toString())
  const who = (date: Temporal.PlainDate) => {
    const night = on(date)
    if (night === undefined) return words.say('home.nothingPlanned')
    return whoDoes(night, facts) ?? words.say('event.openNight')
  }
  const ahead = Array.from({ length: nightsAhead }, (_, day) => tonight.add({ days: day + 1 }))
  return note(
    `# ${plainText(words.say('site.title'))}`,
    `## ${plainText(words.say('home.tonightDate', { date: tonight }))}`,
    `**${plainText(who(tonight))}**`,
    `## ${plainText(words.say('home.nextNights'))}`,
    table(
      [words.say('site.night'), words.say('statistics.who')].map(plainText),
      ahead.map(date => [words.capital(words.night(date)), who(date)].map(plainText)),
    ),
    [
      link(words.say('statistics.title'), 'statistics.md'),
      link(words.say('site.calendar'), 'calendar.ics'),
    ].join(' · '),
    `## ${plainText(words.say('site.months'))}`,
    months.map(month => `- ${link(words.capital(words.month(month)), `${month}.md`)}`).join('\n') ||
      plainText(words.say('site.empty')),
  )
}
