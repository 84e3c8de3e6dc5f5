import { wording, type Message } from '@night-routine/wording'

/** Why a change is not made. */
export type RefusalReason =
  /** A value that cannot be taken; `faults` says which ones and why. */
  | 'not-allowed'
  /** No night, absence or change has this id. */
  | 'unknown-night'
  | 'unknown-absence'
  | 'unknown-change'
  /** Older than the past limit. */
  | 'too-old'
  /** The nights are not, or no longer, in a state in which this can be done. */
  | 'not-locked'
  | 'not-swappable'
  | 'changed-since'

/** One value that is not as it has to be. */
export interface Fault {
  /** As the options of the change name it: `name`, `parents.a.name`. */
  field: string
  /** One sentence in English, for the log and for who has no other words. */
  words: string
  /** The same sentence, to be said in any language. */
  says?: Message
}

/** A change that is not made, and why, in words for people. Nothing was written. */
export class ChangeRefusedError extends Error {
  override readonly name = 'ChangeRefusedError'
  readonly reason: RefusalReason
  /** At least one. */
  readonly faults: readonly Fault[]

  constructor(reason: RefusalReason, faults: readonly Fault[]) {
    super(faults.map(({ words }) => words).join(' '))
    this.reason = reason
    this.faults = faults
  }

  /** The first field that is to blame. */
  get field(): string {
    return this.faults[0]?.field ?? ''
  }

  /** Every fault, one sentence each. */
  get words(): string {
    return this.message
  }
}

/** A refusal with a single fault. */
export function refusal(reason: RefusalReason, field: string, says: Message): ChangeRefusedError {
  return new ChangeRefusedError(reason, [fault(field, says)])
}

/** What is wrong with a field. */
export function fault(field: string, says: Message): Fault {
  return { field, words: wording('en').tell(says), says }
}
