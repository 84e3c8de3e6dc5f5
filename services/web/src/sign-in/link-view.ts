import type { Identity } from '@night-routine/database/identity'
import type { PlainKey, Wording } from '@night-routine/wording'
import type { PasskeyButton, PasskeyQuestion } from './passkey-button.ts'
import type { LinkRefusal, OpenLink } from './identity-link.ts'

/** The page of a link to a new password. */
export interface LinkView {
  title: string
  /** What is to be known before. */
  lines: string[]
  /** Why nothing happened. */
  fault: string | null
  /** Where the form is sent. */
  action: string
  email: string
  /** The fewest characters of a new password. */
  shortest: number
  /** Null where only a password is taken. */
  passkey: PasskeyButton | null
}

/** Asks for a new password, and says what else it changes. */
export function linkView({
  open: { identity, isArrival, endsFactor },
  action,
  shortest,
  fault,
  passkey,
  wording: { say },
}: {
  open: Pick<OpenLink, 'isArrival' | 'endsFactor'> & { identity: Pick<Identity, 'email'> }
  action: string
  shortest: number
  fault: string | null
  /** The question for a passkey in place of the password. */
  passkey: PasskeyQuestion | null
  wording: Pick<Wording, 'say'>
}): LinkView {
  return {
    title: say(isArrival ? 'identity.arrivalTitle' : 'identity.linkTitle'),
    lines: [
      say('identity.linkFor', { email: identity.email }),
      ...(isArrival ? [] : [say('identity.linkEnds')]),
      ...(endsFactor ? [say('identity.linkEndsFactor')] : []),
    ],
    fault,
    action,
    email: identity.email,
    shortest,
    passkey: passkey && {
      questions: [passkey],
      text: say('identity.linkPasskey'),
      isQuiet: true,
    },
  }
}

/** The page of a link that does not work: why, and what helps. */
export interface DeadLinkView {
  title: string
  status: number
  lines: string[]
  /** Whether to offer the sign-in. */
  signIn: boolean
  /** Whether a new link can be sent by e-mail. */
  forgot: boolean
}

const pages: Record<LinkRefusal, { status: number; title: PlainKey; what: PlainKey | null }> = {
  expired: { status: 410, title: 'identity.linkExpiredTitle', what: null },
  used: { status: 410, title: 'identity.linkUsedTitle', what: 'identity.linkUsed' },
  unknown: { status: 404, title: 'identity.linkUnknownTitle', what: 'identity.linkUnknown' },
}

/** Why a link does not work. */
export function deadLinkView(
  refused: LinkRefusal,
  { hasMail, wording: { say } }: { hasMail: boolean; wording: Pick<Wording, 'say'> },
): DeadLinkView {
  const { status, title, what } = pages[refused]
  return {
    title: say(title),
    status,
    lines: [...(what === null ? [] : [say(what)]), say('identity.linkAgain')],
    signIn: refused === 'used',
    forgot: hasMail,
  }
}
