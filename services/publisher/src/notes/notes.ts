import { countNights, type CaregiverCounts } from '@night-routine/fairness'
import { isBefore } from '@night-routine/household'
import { breakable, statisticsColumns } from '@night-routine/wording'
import { banner, coloured, link, note, plainText, table } from './markdown.ts'
import { colourOf, whoDoes, type SiteFacts } from './site-facts.ts'

const nightsAhead = 7

function nightsByDate({ nights }: SiteFacts) {
  const byDate = new Map(nights.map(night => [night.night.toString(), night]))
  return (date: Temporal.PlainDate) => byDate.get(date.toString())
}

/** The first page: tonight, the next seven nights, and links to the rest. */
export function indexNote(facts: SiteFacts, months: readonly string[]): string {
  const { tonight, wording } = facts
  const on = nightsByDate(facts)
  const who = (date: Temporal.PlainDate) => {
    const night = on(date)
    if (night === undefined) return plainText(wording.say('home.nothingPlanned'))
    return plainText(whoDoes(night, facts) ?? wording.say('event.openNight'))
  }
  const ahead = Array.from({ length: nightsAhead }, (_, day) => tonight.add({ days: day + 1 }))
  const statistics = link(wording.say('statistics.title'), 'statistics.md')
  const calendar = link(wording.say('site.calendar'), 'calendar.ics')
  const newestFirst = months.toReversed()
  const links = newestFirst.map(month => `- ${linkToMonth(month, facts)}`)
  return note(
    banner(
      colourOf(on(tonight)),
      plainText(wording.say('home.tonightDate', { date: tonight })),
      `# ${who(tonight)}`,
    ),
    `## ${plainText(wording.say('home.nextNights'))}`,
    table(
      [wording.say('site.night'), wording.say('statistics.who')].map(plainText),
      ahead.map(date => [
        plainText(wording.capital(wording.night(date))),
        coloured(who(date), colourOf(on(date))),
      ]),
    ),
    `${statistics} · ${calendar}`,
    `## ${plainText(wording.say('site.months'))}`,
    links.join('\n') || plainText(wording.say('site.empty')),
  )
}

function linkToMonth(month: string, { wording }: SiteFacts): string {
  return link(wording.capital(wording.month(month)), `${month}.md`)
}

/** A month as a table with a row per week, tonight marked; `months` lists the months that have a note, in order. */
export function monthNote(month: string, facts: SiteFacts, months: readonly string[]): string {
  const { settings, wording } = facts
  const on = nightsByDate(facts)
  const week = Array.from({ length: 7 }, (_, day) => ((settings.weekStart - 1 + day) % 7) + 1)
  const cell = (date: Temporal.PlainDate | null) => {
    if (date === null) return ''
    const night = on(date)
    const openName = night === undefined ? '' : wording.say('event.openNight')
    // A phone has room for seven names, but not for the word babysitter beside one.
    const sitter = night?.babysitter?.name
    const name = plainText(breakable(sitter ?? whoDoes(night, facts) ?? openName))
    const who = sitter ? `*${name}*` : name
    const day = date.equals(facts.tonight) ? `==**${date.day}**==` : `**${date.day}**`
    return who === '' ? day : `${day} ${coloured(who, colourOf(night))}`
  }
  const at = months.indexOf(month)
  const beside = [months[at - 1], months[at + 1]].filter(other => other !== undefined)
  const ways = [
    ...beside.map(other => linkToMonth(other, facts)),
    link(wording.say('home.tonight'), 'index.md'),
  ]
  return note(
    `# ${plainText(wording.capital(wording.month(month)))}`,
    table(
      week.map(day => plainText(wording.capital(wording.weekday(day, 'short')))),
      weeksOf(month, settings.weekStart).map(dates => dates.map(cell)),
    ),
    ways.map(way => `- ${way}`).join('\n'),
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

/** The last twelve months with nights, in the household's order; the current one includes planned nights. */
export function countMonths({ nights, tonight, settings }: SiteFacts) {
  const thisMonth = tonight.toPlainYearMonth()
  const { months, total } = countNights(
    nights.filter(
      ({ night }) => Temporal.PlainYearMonth.compare(night.toPlainYearMonth(), thisMonth) <= 0,
    ),
  )
  return { months: settings.statisticsOrder === 'newest' ? months.toReversed() : months, total }
}

type Status = 'soFar' | 'planned'

/** The nights of each month that are over, or still planned. */
function countStatus(status: Status, { nights, ...facts }: SiteFacts) {
  const { months } = countMonths({
    ...facts,
    nights: nights.filter(({ night }) => isBefore(night, facts.tonight) === (status === 'soFar')),
    settings: { ...facts.settings, statisticsOrder: 'oldest' },
  })
  return months.map(month => ({ ...month, status }))
}

/** The statistics page: a chart, and a table in which what is done and what is planned are rows of their own. */
export function statisticsNote(facts: SiteFacts): string {
  const { names, wording } = facts
  const { months, total } = countMonths(facts)
  const rows = [...countStatus('soFar', facts), ...countStatus('planned', facts)]
  const inOrder = facts.settings.statisticsOrder === 'newest' ? rows.toReversed() : rows
  const title = `# ${plainText(wording.say('statistics.title'))}`
  if (months.length === 0) return note(title, plainText(wording.say('statistics.empty')))
  const row = (label: string, status: Status | 'withPlan', counts: CaregiverCounts) => [
    plainText(label),
    plainText(wording.say(`statistics.status.${status}`)),
    ...statisticsColumns.map(({ value }) => plainText(wording.number(value(counts)))),
  ]
  const headings = statisticsColumns.map(({ heading }) => heading(names, wording))
  return note(
    title,
    plainText(wording.say('statistics.what')),
    `![${plainText(wording.say('site.chart', { first: names.a, second: names.b }))}](statistics.svg)`,
    table(
      [wording.say('statistics.month'), wording.say('statistics.status'), ...headings].map(
        plainText,
      ),
      [
        ...inOrder.map(({ month, status, counts }) =>
          row(wording.capital(wording.month(month)), status, counts),
        ),
        row(wording.say('statistics.sum'), 'withPlan', total),
      ],
      { numbers: true },
    ),
  )
}
