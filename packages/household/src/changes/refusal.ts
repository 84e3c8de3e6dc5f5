import { wordingFor, type Message } from '@night-routine/wording'

/** Why a change is refused. */
export type RefusalReason =
  /** An invalid value; `faults` names the fields and the reasons. */
  | 'not-allowed'
  /** The babysitter's name is almost a parent's: a person has to confirm it. */
  | 'near-name'
  /** No night or change has this id. */
  | 'unknown-night'
  | 'unknown-change'
  /** Older than the past limit. */
  | 'too-old'
  /** The nights are not in a state that allows the change. */
  | 'not-locked'
  | 'not-swappable'
  | 'changed-since'
  /** The person has not said which parent they are. */
  | 'no-parent'
  /** No ask has this id. */
  | 'unknown-ask'
  /** Another ask about this night is open. */
  | 'already-asked'
  /** The ask was answered, withdrawn, or has ended. */
  | 'ask-closed'

/** One invalid value. */
export interface FieldError {
  /** The field's path in the options of the change: `name`, `parents.a.name`. */
  field: string
  /** One English sentence, for the log and for clients without translations. */
  text: string
  /** The same sentence as a message that can be translated. */
  says?: Message
}

/** A change that was refused; nothing was written. The message has one sentence for each fault. */
export class ChangeRefusal extends Error {
  override readonly name = 'ChangeRefusal'
  readonly reason: RefusalReason
  /** At least one. */
  readonly faults: readonly FieldError[]

  constructor(reason: RefusalReason, faults: readonly FieldError[]) {
    super(faults.map(({ text }) => text).join(' '))
    this.reason = reason
    this.faults = faults
  }

  /** The first invalid field. */
  get field(): string {
    return this.faults[0]?.field ?? ''
  }
}

/** A refusal with a single fault. */
export function refusal(reason: RefusalReason, field: string, says: Message): ChangeRefusal {
  return new ChangeRefusal(reason, [fieldError(field, says)])
}

/** The refusal of a value. */
export function notAllowed(field: string, says: Message): ChangeRefusal {
  return refusal('not-allowed', field, says)
}

/** The fault of one field. */
export function fieldError(field: string, says: Message): FieldError {
  return { field, text: wordingFor('en').tell(says), says }
}
