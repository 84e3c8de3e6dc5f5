import type { PlainKey, Wording } from '@night-routine/wording'
import type { LinkRefusal } from './credentials-link.ts'

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
