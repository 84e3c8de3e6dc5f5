import type { Transaction } from '@night-routine/database/connection'
import type {
  Assignment,
  HistoryFacts,
  NightNote,
  RecordedEntry,
} from '@night-routine/database/nights'
import type { Message } from '@night-routine/wording'
import type { HouseholdSettings } from '../settings/settings.ts'
import type { ChangeFacts } from './change-facts.ts'
import type { RecordedAnyAbsence } from './check-absence.ts'
import type { ChangeRefusal } from './refusal.ts'

/** A value before and after a change; null where there was or is none. */
export interface Step<Value> {
  /** Null where it is not about one night. */
  night: Temporal.PlainDate | null
  before: Value | null
  after: Value | null
}

/** What a change is compared with, to see whether it still stands. */
export interface CurrentState {
  night: (night: Temporal.PlainDate) => Assignment | undefined
  note: (night: Temporal.PlainDate) => NightNote | null
  weight: (night: Temporal.PlainDate) => number | null
  absences: readonly RecordedAnyAbsence[]
  settings: HouseholdSettings
}

/** What is known when a change is undone. */
export interface Known {
  state: CurrentState
  facts: ChangeFacts
  now: Temporal.Instant
}

/** What people change. Making a change, the history and its undo go by this. */
export interface ChangeKind<Value> {
  /** The actions of people that change it. Each can be undone. */
  actions: readonly string[]
  /** How the history keeps a value, and reads it back; null for facts about something else. */
  codec: {
    write(value: Value): HistoryFacts
    read(facts: HistoryFacts, night: Temporal.PlainDate | null): Value | null
  }
  /** The steps in the entries of a change, where the codec alone does not find them. */
  stepsIn?(entries: readonly RecordedEntry[]): Step<Value>[]
  /** Writes what is after a step. @returns the step as it was stored */
  apply(trx: Transaction, step: Step<Value>, facts: ChangeFacts): Promise<Step<Value>>
  /** Whether it is still as a step left it. */
  isInEffect(step: Step<Value>, state: CurrentState): boolean
  /** The steps that undo these, where swapping before and after does not. */
  inverse?(
    entries: readonly RecordedEntry[],
    state: CurrentState,
    facts: Pick<ChangeFacts, 'tonight'>,
  ): Step<Value>[]
  /** Why a step can't be undone; undefined where it can. */
  refusal(step: Step<Value>, facts: ChangeFacts): ChangeRefusal | undefined
  /** @throws ChangeRefusal `not-allowed`, where a later change forbids what an undo would write */
  checkUndo?(trx: Transaction, step: Step<Value>, known: Known): Promise<void>
  /** Says that it changed again since, where that is not said of its nights. */
  changedSince?: () => Message
}

type Facts = Pick<RecordedEntry, 'night' | 'before' | 'after'>

/** What a kind finds in the entries of a change. */
export function stepsIn<Value>(
  kind: Pick<ChangeKind<Value>, 'codec' | 'stepsIn'>,
  entries: readonly RecordedEntry[],
): Step<Value>[] {
  if (kind.stepsIn !== undefined) return kind.stepsIn(entries)
  return entries.filter(entry => isStepOf(kind, entry)).map(entry => readStep(kind, entry))
}

/** Whether an entry is about something of this kind. */
export function isStepOf<Value>(kind: Pick<ChangeKind<Value>, 'codec'>, entry: Facts): boolean {
  const { before, after } = readStep(kind, entry)
  return before !== null || after !== null
}

function readStep<Value>(
  { codec }: Pick<ChangeKind<Value>, 'codec'>,
  { night, before, after }: Facts,
): Step<Value> {
  const read = (facts: HistoryFacts | null) => facts && codec.read(facts, night)
  return { night, before: read(before), after: read(after) }
}

/** A step as the history keeps it. */
export function writeStep<Value>(
  { codec }: Pick<ChangeKind<Value>, 'codec'>,
  action: string,
  { night, before, after }: Step<Value>,
) {
  const write = (value: Value | null) => (value === null ? null : codec.write(value))
  return { action, night, before: write(before), after: write(after) }
}
