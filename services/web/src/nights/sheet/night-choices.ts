import type { Database } from '@night-routine/database/connection'
import {
  readEarlierBabysitters,
  readNights,
  type Ask,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import { oldestChangeable, tonight, usualWeight, type Settings } from '@night-routine/household'

/** What a person may do with a night. */
export type NightChoices = NonNullable<Awaited<ReturnType<typeof readNightChoices>>>

/** The choices for a night; null for one that is too old to be changed. */
export async function readNightChoices(
  db: Database,
  facts: {
    selected: Assignment
    /** What the night counts of its own; null is as usual. */
    weight: number | null
    /** Whether the other parent has an account, and so can be asked. */
    joined: boolean
    asks: readonly Ask[]
    /** Which parent reads. */
    reader: ParentId | null
    settings: Settings
    now: Temporal.Instant
  },
) {
  const { selected, weight, joined, asks, reader, settings, now } = facts
  const oldest = oldestChangeable(settings, now)
  if (Temporal.PlainDate.compare(selected.night, oldest) < 0) return null
  const from = tonight(settings, now)
  const [sitters, ahead] = await Promise.all([
    readEarlierBabysitters(db),
    readNights(db, from, from.add({ days: settings.lookAheadDays })),
  ])
  const swappable = ahead.filter(other => canSwap(selected, other))
  const isOffered = ({ night }: Assignment) =>
    asks.some(({ returnNight }) => returnNight?.equals(night) === true)
  const isAway = ({ explanation }: Assignment) =>
    explanation?.away.some(parent => parent === reader) === true
  return {
    /** Names of babysitters on record, the latest first. */
    sitters,
    /** The nights ahead that it can be swapped with, in order. */
    swappable,
    /** Those of them that the reader can offer in return. */
    returns: swappable.filter(other => !isOffered(other) && !isAway(other)),
    weight,
    /** What it counts as usual. */
    usual: usualWeight(settings, selected.night),
    /** The night is over, so unlocking does not change who did it. */
    isOver: Temporal.PlainDate.compare(selected.night, from) < 0,
    joined,
    /** Whether the other parent was asked to take it. */
    asked: asks.some(({ night }) => night.equals(selected.night)),
  }
}

function canSwap(night: Assignment, other: Assignment): boolean {
  return (
    [night, other].every(
      ({ override, caregiver }) => !override && (caregiver === 'a' || caregiver === 'b'),
    ) && night.caregiver !== other.caregiver
  )
}
