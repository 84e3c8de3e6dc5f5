import type { MirrorRow } from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'

/** What the mirror knows of an event that the calendar answered for. */
export type KnownRow = MirrorRow & { etag: string }

/** One thing to do in the calendar. */
export type PushStep =
  | { kind: 'insert'; event: DesiredEvent; generation: number }
  | { kind: 'update'; event: DesiredEvent; row: KnownRow }
  | { kind: 'remove'; row: MirrorRow }

/**
 * What to do so that a calendar agrees with the plan, the nearest night first: nothing for an event
 * that stands as it should, and nothing for one that a person changed (`pushedHash` null), which waits
 * to be judged. Both lists hold the same nights: from tonight on.
 */
export function pushSteps(
  desired: readonly DesiredEvent[],
  mirror: readonly MirrorRow[],
): PushStep[] {
  const rows = new Map(mirror.map(row => [row.night.toString(), row]))
  const wanted = new Set(desired.map(({ night }) => night.toString()))
  const steps = [
    ...desired.flatMap(event => towards(event, rows.get(event.night.toString()))),
    ...mirror.filter(({ night }) => !wanted.has(night.toString())).flatMap(awayWith),
  ]
  return steps.toSorted((one, other) => Temporal.PlainDate.compare(nightOf(one), nightOf(other)))
}

function towards(event: DesiredEvent, row: MirrorRow | undefined): PushStep[] {
  if (row === undefined) return [{ kind: 'insert', event, generation: 0 }]
  // The id of a removed event stays taken in the calendar for ever.
  if (row.state === 'removed') return [{ kind: 'insert', event, generation: row.generation + 1 }]
  if (row.pushedHash === null) return []
  // Announced but never answered: the same id again, so that it cannot become a second event.
  const { etag, generation } = row
  if (etag === null) return [{ kind: 'insert', event, generation }]
  return row.pushedHash === event.hash ? [] : [{ kind: 'update', event, row: { ...row, etag } }]
}

function awayWith(row: MirrorRow): PushStep[] {
  return row.state === 'present' && row.pushedHash !== null ? [{ kind: 'remove', row }] : []
}

function nightOf(step: PushStep): Temporal.PlainDate {
  return step.kind === 'remove' ? step.row.night : step.event.night
}
