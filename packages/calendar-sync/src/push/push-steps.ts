import type { CalendarEventRow } from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'
import { pushedMeaning } from './pushed-hash.ts'

/** An event with a known version. */
export type KnownRow = CalendarEventRow & { etag: string }

/** One step of a push. */
export type PushStep =
  | { kind: 'insert'; event: DesiredEvent; generation: number }
  | { kind: 'update'; event: DesiredEvent; row: KnownRow }
  | { kind: 'revive'; event: DesiredEvent; row: KnownRow }
  | { kind: 'remove'; row: CalendarEventRow }

/**
 * The steps that make a calendar match the plan, earliest night first. Past nights get no new events and lose
 * none. Their events are written only when a person changed who did the night, renamed the parent, or made an
 * edit that is refused.
 */
export function pushSteps(
  desired: readonly DesiredEvent[],
  mirror: readonly CalendarEventRow[],
  tonight: Temporal.PlainDate,
): PushStep[] {
  const rows = new Map(mirror.map(row => [row.night.toString(), row]))
  const wanted = new Set(desired.map(({ night }) => night.toString()))
  const steps = [
    ...desired.flatMap(event => {
      const row = rows.get(event.night.toString())
      return isBefore(event.night, tonight) ? pastStepsTo(event, row) : stepsTo(event, row)
    }),
    ...mirror
      .filter(({ night }) => !isBefore(night, tonight) && !wanted.has(night.toString()))
      .flatMap(removalOf),
  ]
  return steps.toSorted((one, two) => Temporal.PlainDate.compare(nightOf(one), nightOf(two)))
}

function stepsTo(event: DesiredEvent, row: CalendarEventRow | undefined): PushStep[] {
  if (row === undefined) return [{ kind: 'insert', event, generation: 0 }]
  const { state, etag, generation } = row
  // The provider never frees the id of a removed event.
  if (state === 'removed') return [{ kind: 'insert', event, generation: generation + 1 }]
  // Stored but without a response: the same id again, so that it cannot become a second event.
  if (etag === null) return [{ kind: 'insert', event, generation }]
  if (state === 'present' && row.pushedHash === event.hash) return []
  return [{ kind: state === 'deleted' ? 'revive' : 'update', event, row: { ...row, etag } }]
}

function pastStepsTo(event: DesiredEvent, row: CalendarEventRow | undefined): PushStep[] {
  if (row === undefined || row.state === 'removed') return []
  const asItWas = row.etag === null || pushedMeaning(row.pushedHash) === event.meaning
  return row.state === 'present' && asItWas ? [] : stepsTo(event, row)
}

function removalOf(row: CalendarEventRow): PushStep[] {
  return row.state === 'removed' ? [] : [{ kind: 'remove', row }]
}

/** The night of a step. */
export function nightOf(step: PushStep): Temporal.PlainDate {
  return step.kind === 'remove' ? step.row.night : step.event.night
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
