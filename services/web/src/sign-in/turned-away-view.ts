import type { PlainKey, Wording } from '@night-routine/wording'
import type { Refusal } from './invitation.ts'

/** Why the page is shown. */
export type Reason = Refusal | 'unverified'

interface Page {
  status: number
  title: PlainKey
  advice: PlainKey
  signIn?: true
}

const pages: Record<Reason, Page> = {
  stranger: { status: 403, title: 'turnedAway.strangerTitle', advice: 'turnedAway.strangerAdvice' },
  unverified: {
    status: 403,
    title: 'turnedAway.unverifiedTitle',
    advice: 'turnedAway.unverifiedAdvice',
  },
  'other-account': {
    status: 403,
    title: 'turnedAway.otherAccountTitle',
    advice: 'turnedAway.otherAccountAdvice',
  },
  'in-use': {
    status: 409,
    title: 'turnedAway.inUseTitle',
    advice: 'turnedAway.inUseAdvice',
    signIn: true,
  },
  used: {
    status: 410,
    title: 'invitation.usedTitle',
    advice: 'invitation.usedAdvice',
    signIn: true,
  },
  expired: { status: 410, title: 'invitation.expiredTitle', advice: 'invitation.askAgain' },
  revoked: { status: 410, title: 'invitation.revokedTitle', advice: 'invitation.askAgain' },
  unknown: { status: 404, title: 'invitation.unknownTitle', advice: 'invitation.unknownAdvice' },
}

/** What happened to this address, or to the invitation that it came with. */
export function turnedAwayView(facts: {
  reason: Reason
  /** Null on the page of a link, before any account was chosen. */
  email: string | null
  /** The token of an invitation that can still be accepted by another account. */
  invitation?: string | undefined
  wording: Wording
}) {
  const { reason, email, invitation, wording } = facts
  const { status, title, advice, signIn = false } = pages[reason]
  const isAboutLink = advice.startsWith('invitation.')
  const again = invitation === undefined ? '/auth' : `/invitations/${invitation}/sign-in`
  return {
    title: wording.say(title),
    status,
    text: email === null ? '' : sentence(reason, email, wording),
    advice: wording.say(advice),
    operatorAdvice:
      reason === 'other-account' && email !== null
        ? wording.say('turnedAway.rebind', { email })
        : null,
    anotherAccount: isAboutLink ? null : again,
    signIn,
  }
}

function sentence(reason: Reason, email: string, { say }: Wording): string {
  if (reason === 'stranger') return say('signIn.stranger', { email })
  if (reason === 'unverified') return say('signIn.unverified', { email })
  if (reason === 'other-account') return say('signIn.otherAccount', { email })
  return reason === 'in-use' ? say('turnedAway.inUse', { email }) : ''
}
