import { longestHorizon } from '@night-routine/household'
import { feedCalendar, feedRange } from '@night-routine/wording/feed'
import { chart } from './chart.ts'
import { withProperties } from './markdown.ts'
import { indexNote, monthNote, statisticsNote } from './notes.ts'
import type { SiteFacts, SiteFile } from './site-facts.ts'

/** Every file of the site. Output is deterministic, so that only changed files are uploaded. */
export function siteFiles(facts: SiteFacts): SiteFile[] {
  const months = [...new Set(facts.nights.map(({ night }) => night.toString().slice(0, -3)))]
  const { language, say } = facts.wording
  const note = (path: string, text: string, title: string | null = null) => ({
    path,
    text: withProperties({ title, language }, text),
  })
  return [
    // Its heading is who does tonight.
    note('index.md', indexNote(facts, months), say('home.tonight')),
    ...months.map(month => note(`${month}.md`, monthNote(month, facts, months))),
    note('statistics.md', statisticsNote(facts)),
    { path: 'statistics.svg', text: chart(facts) },
    { path: 'calendar.ics', text: calendar(facts) },
  ]
}

/** The notes in the order of the navigation: tonight, the balance, and the newest month first. */
export function navigation(files: readonly SiteFile[]): string[] {
  const notes = files.map(({ path }) => path).filter(path => path.endsWith('.md'))
  const months = notes.filter(path => /^\d/.test(path))
  return [...notes.filter(path => !months.includes(path)), ...months.toSorted().toReversed()]
}

function calendar({ nights, names, tonight, settings, wording }: SiteFacts): string {
  const { from } = feedRange(tonight, longestHorizon)
  return feedCalendar({
    nights: nights.filter(({ night }) => Temporal.PlainDate.compare(night, from) >= 0),
    parent: null,
    names,
    installation: settings.installation,
    // Readers of the site have no access to our pages.
    publicUrl: null,
    wording,
  })
}
