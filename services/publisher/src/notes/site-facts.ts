import type { Assignment, ParentId } from '@night-routine/database/nights'
import { longestHorizon, type Settings } from '@night-routine/household'
import type { Colour } from './markdown.ts'
import { firstLetters, shortNames, type Assignee, type Wording } from '@night-routine/wording'

/** The data behind the published site, with names as they may be published. */
export interface SiteFacts {
  /** The nights of every month of the site, in order. */
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  tonight: Temporal.PlainDate
  settings: Pick<Settings, 'weekStart' | 'statisticsOrder' | 'installation'>
  wording: Wording
}

/** A file of the site. */
export interface SiteFile {
  path: string
  text: string
}

const monthsBack = 11

/** The nights on the site: from the first month of the statistics to the end of the planning horizon. */
export function siteRange(tonight: Temporal.PlainDate) {
  return {
    from: tonight.with({ day: 1 }).subtract({ months: monthsBack }),
    to: tonight.add({ days: longestHorizon }),
  }
}

/** The name of the caregiver; null on an open night. */
export function whoDoes(
  night: Assignee | undefined,
  { names, wording }: Pick<SiteFacts, 'names' | 'wording'>,
): string | null {
  if (night === undefined || night.caregiver === null) return null
  if (night.caregiver !== 'babysitter') return names[night.caregiver]
  return night.babysitter === null
    ? wording.say('person.babysitter')
    : wording.say('statistics.babysitterNamed', { name: night.babysitter.name })
}

/** Whose night it is, as a colour; null if nobody's. */
export function colourOf(night: Assignee | undefined): Colour | null {
  const caregiver = night?.caregiver ?? null
  return caregiver === null ? null : colours[caregiver]
}

const colours = { a: 'blue', b: 'orange', babysitter: 'green' } as const

/** Names and nights as the household's settings allow them to be published. */
export function shownNames({
  names,
  nights,
  show,
}: Pick<SiteFacts, 'names' | 'nights'> & { show: 'names' | 'initials' }) {
  if (show === 'names') return { names, nights }
  return {
    names: shortNames(names, 1),
    nights: nights.map(night => ({
      ...night,
      babysitter: night.babysitter && { name: firstLetters(night.babysitter.name.trim(), 1) },
    })),
  }
}
