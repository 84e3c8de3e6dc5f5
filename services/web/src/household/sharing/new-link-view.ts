import type { ParentId } from '@night-routine/database/nights'
import type { Wording } from '@night-routine/wording'
import { qrCode } from '../../plugins/qr-code.ts'

/** Every address that a link opens. */
export function newLinkView(
  token: string,
  facts: {
    publicUrl: string
    names: Record<ParentId, string>
    /** Whether it was made just now. */
    isNew: boolean
    /** Whether it was made or asked for on the page You. */
    isFromYou: boolean
    wording: Pick<Wording, 'say'>
  },
) {
  const { publicUrl, names, isNew, isFromYou, wording } = facts
  const everybody = new URL(`/feed/${token}/calendar.ics`, publicUrl).href
  const share = new URL(`/share/${token}`, publicUrl).href
  return {
    title: wording.say(isNew ? 'feed.newTitle' : 'feed.againTitle'),
    feeds: [
      feed('feed', wording.say('feed.allNights'), everybody),
      feed('feed-a', wording.say('feed.nightsOf', { name: names.a }), `${everybody}?parent=a`),
      feed('feed-b', wording.say('feed.nightsOf', { name: names.b }), `${everybody}?parent=b`),
    ],
    share,
    isFromYou,
    copyShare: { id: 'share', label: wording.say('feed.monthPage') },
    /** For the phone of a babysitter. */
    qr: qrCode(share),
  }
}

function feed(id: string, label: string, address: string) {
  // Phones and computers open this scheme in their calendar app.
  return { id, label, address, subscribe: address.replace(/^https?:/, 'webcal:') }
}
