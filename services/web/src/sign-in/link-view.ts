import type { Credentials } from '@night-routine/database/credentials'
import type { PlainKey, Wording } from '@night-routine/wording'
import type { PasskeyQuestion } from './passkey-button.ts'
import type { LinkRefusal, OpenLink } from './credentials-link.ts'

/** Asks for a new password, and says what else it changes. */
export function linkView({
  open: { credentials, isArrival, endsFactor },
  action,
  shortest,
  fault,
  passkey,
  wording: { say },
}: {
  open: Pick<OpenLink, 'isArrival' | 'endsFactor'> & { credentials: Pick<Credentials, 'email'> }
  action: string
  shortest: number
  fault: string | null
  /** The question for a passkey in place of the password. */
  passkey: PasskeyQuestion | null
  wording: Pick<Wording, 'say'>
}) {
  return {
    title: say(isArrival ? 'identity.arrivalTitle' : 'identity.linkTitle'),
    lines: [
      say('identity.linkFor', { email: credentials.email }),
      ...(isArrival ? [] : [say('identity.linkEnds')]),
      ...(endsFactor ? [say('identity.linkEndsFactor')] : []),
    ],
    fault,
    action,
    email: credentials.email,
    shortest,
    passkey: passkey && { questions: [passkey], text: say('identity.linkPasskey'), isQuiet: true },
  }
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
) {
  const { status, title, what } = pages[refused]
  return {
    title: say(title),
    status,
    lines: [...(what === null ? [] : [say(what)]), say('identity.linkAgain')],
    signIn: refused === 'used',
    forgot: hasMail,
  }
}
