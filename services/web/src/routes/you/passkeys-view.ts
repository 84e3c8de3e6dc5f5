import type { IdentitySecrets, Passkey } from '@night-routine/database'
import type { Message, Wording } from '@night-routine/wording'
import type { PasskeyButton, PasskeyQuestion } from '../../sign-in/passkey-button.ts'

/** A passkey in the list of a person's page. */
export interface PasskeyLine {
  id: string
  name: string
  /** "added 3 November, used today" */
  when: string
}

/** The passkeys of a person, for their page. */
export function passkeyLines(
  passkeys: readonly Passkey[],
  { timeZone, wording }: { timeZone: string; wording: Wording },
): PasskeyLine[] {
  const date = (at: Temporal.Instant) => wording.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    when:
      lastUsedAt === null
        ? wording.say('passkey.unused', { added: date(createdAt) })
        : wording.say('passkey.used', { added: date(createdAt), used: date(lastUsedAt) }),
  }))
}

/** The page of a form that adds or removes a passkey. */
export interface PasskeyFormView {
  title: string
  what: string
  /** Why nothing was changed. */
  fault: string | null
  action: string
  /** The passkey to remove. */
  id: string | null
  /** For password managers. */
  email: string
  asksPassword: boolean
  /** What sends the form without a passkey. */
  submit: string | null
  /** What asks for a passkey and sends the form. */
  passkey: PasskeyButton | null
}

/** @param removed null: the form adds one */
export function passkeyFormView({
  account: { email, hasPassword },
  removed,
  questions,
  fault,
  wording: { say, tell },
}: {
  account: Pick<IdentitySecrets, 'email' | 'hasPassword'>
  removed: Pick<Passkey, 'id' | 'name'> | null
  questions: PasskeyQuestion[]
  fault: Message | null
  wording: Wording
}): PasskeyFormView {
  const text = say(removed === null ? 'passkey.add' : 'passkey.remove')
  return {
    title: say(removed === null ? 'passkey.addTitle' : 'passkey.removeTitle'),
    what:
      removed === null ? say('passkey.what') : say('passkey.removeWhat', { name: removed.name }),
    fault: fault && tell(fault),
    action: removed === null ? '/you/passkeys' : '/you/passkeys/remove',
    id: removed && removed.id,
    email,
    asksPassword: hasPassword,
    submit: questions.length === 0 ? text : null,
    passkey: questions.length === 0 ? null : { questions, text, isQuiet: false },
  }
}
