import {
  eventHash,
  installationMark,
  linesHash,
  pushedHash,
  type EventDraft,
} from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database/calendar'
import type { Assignment, NightNote } from '@night-routine/database/nights'
import type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
import { eventText, nightAddress, type Wording } from '@night-routine/wording'

/** The event that a night should have. */
export interface DesiredEvent {
  night: Temporal.PlainDate
  summary: string
  description: string
  /** null on an open night */
  caregiver: Caregiver | null
  reason: Reason | null
  /** `eventHash` of the event. */
  meaning: string
  /** `pushedHash` of event and description. */
  hash: string
}

/** One event per night, in order; an open night has one too. */
export function desiredEvents(options: {
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  /** By date; nights without one are missing. */
  notes?: ReadonlyMap<string, NightNote>
  wording: Wording
  /** The address of our pages, for the link in the description. */
  publicUrl: string
}): DesiredEvent[] {
  const { nights, names, notes, wording, publicUrl } = options
  return nights.map(assignment => {
    const { night, caregiver, reason } = assignment
    const explanation = { ...withoutNumbers, ...assignment.explanation, reason }
    const { summary, description } = eventText({
      ...assignment,
      names,
      openTitle: wording.say('event.openNight'),
      sentence: wording.explainWithoutCounts({ ...assignment, explanation, names }),
      note: notes?.get(night.toString())?.note,
      link: nightAddress(assignment, publicUrl),
    })
    const meaning = eventHash({
      status: 'confirmed',
      summary,
      startDate: night,
      endDate: night.add({ days: 1 }),
    })
    const hash = pushedHash(meaning, description)
    return { night, summary, description, caregiver, reason, meaning, hash }
  })
}

/** After a restore, a stored explanation may lack numbers. */
const withoutNumbers: Explanation = {
  reason: null,
  totals: { a: 0, b: 0 },
  last30: { a: 0, b: 0 },
  streak: { parent: null, nights: 0 },
  away: [],
  absence: null,
}

/** What a push writes for a night. */
export function draft(
  row: CalendarEventRow,
  event: DesiredEvent,
  installation: string,
): EventDraft {
  return {
    eventId: row.eventId,
    summary: event.summary,
    description: [event.description, row.note].filter(Boolean).join('\n\n'),
    night: event.night,
    properties: {
      app: 'night-routine',
      night: event.night.toString(),
      generation: String(row.generation),
      hash: event.meaning,
      lines: linesHash(event.description),
      caregiver: event.caregiver ?? '',
      reason: event.reason ?? '',
      installation: installationMark(installation),
    },
  }
}
