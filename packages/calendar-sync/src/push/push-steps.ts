import type { MirrorRow } from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'
import { pushedMeaning } from './pushed-hash.ts'

/** What the mirror knows of an event that the calendar answered for. */
export type KnownRow = MirrorRow & { etag: string }

/** One thing to do in the calendar. */
export type PushStep =
  | { kind: 'insert'; event: DesiredEvent; generation: number }
  | { kind: 'update'; event: DesiredEvent; row: KnownRow }
  | { kind: 'revive'; event: DesiredEvent; row: KnownRow }
  | { kind: 'remove'; row: MirrorRow }

/**
 * What to do so that a calendar agrees with the plan, the earliest night first: nothing for an event
 * that stands as it should. Nights before `tonight` get no new events and lose none; theirs are written
 * only where a person changed who did the night or that parent's name, or changed the event and is not
 * followed.
 */
export function pushSteps(
  desired: readonly DesiredEvent[],
  mirror: readonly MirrorRow[],
  tonight: Temporal.PlainDate,
): PushStep[] {
  const rows = new Map(mirror.map(row => [row.night.toString(), row]))
  const wanted = new Set(desired.map(({ night }) => night.toString()))
  const steps = [
    ...desired.flatMap(event => {
      const row = rows.get(event.night.toString())
      return isBefore(event.night, tonight) ? backTo(event, row) : towards(event, row)
    }),
    ...mirror
      .filter(({ night }) => !isBefore(night, tonight) && !wanted.has(night.toString()))
      .flatMap(awayWith),
  ]
  return steps.toSorted((one, two) => Temporal.PlainDate.compare(nightOf(one), nightOf(two)))
}

function towards(event: DesiredEvent, row: MirrorRow | undefined): PushStep[] {
  if (row === undefined) return [{ kind: 'insert', event, generation: 0 }]
  const { state, etag, generation } = row
  // The id of a removed event stays taken in the calendar for ever.
  if (state === 'removed') return [{ kind: 'insert', event, generation: generation + 1 }]
  // Announced but never answered: the same id again, so that it cannot become a second event.
  if (etag === null) return [{ kind: 'insert', event, generation }]
  if (state === 'present' && row.pushedHash === event.hash) return []
  return [{ kind: state === 'deleted' ? 'revive' : 'update', event, row: { ...row, etag } }]
}

function backTo(event: DesiredEvent, row: MirrorRow | undefined): PushStep[] {
  if (row === undefined || row.state === 'removed') return []
  const asItWas = row.etag === null || pushedMeaning(row.pushedHash) === event.meaning
  return row.state === 'present' && asItWas ? [] : towards(event, row)
}

function awayWith(row: MirrorRow): PushStep[] {
  return row.state === 'removed' ? [] : [{ kind: 'remove', row }]
}

/** The night that a step is about. */
export function nightOf(step: PushStep): Temporal.PlainDate {
  return step.kind === 'remove' ? step.row.night : step.event.night
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
