import type { Database } from '@night-routine/database/connection'
import {
  readNightNote,
  readNights,
  type Assignment,
  type NightNote,
  type ParentId,
  type ShownNight,
} from '@night-routine/database/nights'
import { assigneeName, sameAssignee, type People, type Wording } from '@night-routine/wording'
import { stateOf } from './changes/night-state.ts'
import type { Settings } from './settings/settings.ts'
import { longestHorizon, tonight as tonightOf } from './tonight.ts'

type Kind = 'parent' | 'babysitter' | 'open'

/** Who has tonight, for programs: widgets and home automation. */
export interface TonightView {
  /** YYYY-MM-DD */
  date: string
  kind: Kind
  /** Null on an open night. */
  name: string | null
  reason: string | null
  override: boolean
  note: string | null
  /** The next night that someone else has; null within the plan. */
  next_change: { date: string; kind: Kind; name: string | null } | null
}

export interface TonightFacts {
  tonight: Temporal.PlainDate
  /** From tonight on, in order. */
  nights: readonly Assignment[]
  note: NightNote | null
}

/** Reads tonight's date, the nights from then on, and tonight's note. */
export async function readTonight(
  db: Database,
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour'>,
  now: Temporal.Instant,
): Promise<TonightFacts> {
  const date = tonightOf(settings, now)
  const [nights, note] = await Promise.all([
    readNights(db, date, date.add({ days: longestHorizon })),
    readNightNote(db, date),
  ])
  return { tonight: date, nights, note }
}

/** Who has tonight, and when that changes. */
export function tonightView(
  facts: TonightFacts & {
    names: Record<ParentId, string>
    /** For people with a share link: without the reason, and only with a note that is shared. */
    isShared: boolean
    wording: Wording
  },
): TonightView {
  const { tonight, nights, names, note, isShared, wording } = facts
  const night = nights.find(one => one.night.equals(tonight))
  const who = (one: Assignment | undefined) => ({
    kind: kindOf(one),
    name:
      one?.caregiver == null
        ? null
        : (assigneeName(one, names) ?? wording.say('person.babysitter')),
  })
  const next = nights.find(
    other => !other.night.equals(tonight) && !sameAssignee(other, stateOf(night)),
  )
  return {
    date: tonight.toString(),
    ...who(night),
    reason: isShared || night === undefined ? null : explainNight(night, { names }, wording),
    override: night?.override ?? false,
    note: note !== null && (note.shared || !isShared) ? note.note : null,
    next_change: next === undefined ? null : { date: next.night.toString(), ...who(next) },
  }
}

/** The kind of who has a night. */
export function kindOf(night: Pick<Assignment, 'caregiver'> | undefined): Kind {
  if (night === undefined || night.caregiver === null) return 'open'
  return night.caregiver === 'babysitter' ? 'babysitter' : 'parent'
}

/**
 * Why this person does the night; null for a night stored without numbers. The numbers are the plan's; if
 * a person overrode it since, the night's own reason is used.
 */
export function explainNight(
  { explanation: numbers, reason, ...night }: ShownNight,
  people: People,
  wording: Wording,
): string | null {
  const explanation = numbers && { ...numbers, reason }
  return explanation && wording.explain({ ...night, explanation, ...people })
}
