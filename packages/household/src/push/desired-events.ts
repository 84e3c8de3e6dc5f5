import { eventHash, eventText } from '@night-routine/calendar'
import type { Assignment, Caregiver, Reason } from '@night-routine/database'
import type { Explanation, ParentId } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import { pushedHash } from './pushed-hash.ts'

/** The event that a night should have. */
export interface DesiredEvent {
  night: Temporal.PlainDate
  summary: string
  description: string
  caregiver: Caregiver
  reason: Reason | null
  /** `eventHash` of what the event means. */
  meaning: string
  /** `pushedHash` of meaning and description. */
  hash: string
}

/** One event for each night that has a caregiver, in order; open nights have none. */
export function desiredEvents(options: {
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  wording: Wording
  /** Where people reach the pages, for the link in the description. */
  publicUrl: string
}): DesiredEvent[] {
  const { nights, names, wording, publicUrl } = options
  return nights.flatMap(assignment => {
    const { night, caregiver, babysitterName, reason } = assignment
    if (caregiver === null) return []
    const explanation = explanationOf(assignment)
    const { summary, description } = eventText({
      caregiver,
      names,
      babysitterName,
      sentence: wording.explain({ explanation, caregiver, names, babysitterName }),
      link: linkTo(assignment, publicUrl),
    })
    const meaning = eventHash({
      status: 'confirmed',
      summary,
      startDate: night,
      endDate: night.add({ days: 1 }),
    })
    const hash = pushedHash(meaning, description)
    return [{ night, summary, description, caregiver, reason, meaning, hash }]
  })
}

/** The numbers as stored; a night that a person fixed may have none, and its sentence needs none. */
function explanationOf({ reason, explanation }: Assignment): Explanation {
  return { ...withoutNumbers, ...explanation, reason }
}

const withoutNumbers: Explanation = {
  reason: null,
  totals: { a: 0, b: 0 },
  last30: { a: 0, b: 0 },
  streak: { parent: null, nights: 0 },
  away: [],
  absence: null,
}

function linkTo({ id, night }: Assignment, publicUrl: string): string {
  const link = new URL(publicUrl)
  link.searchParams.set('month', night.toPlainYearMonth().toString())
  link.searchParams.set('night', id.toString())
  link.hash = 'night'
  return link.href
}
