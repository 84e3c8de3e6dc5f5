import type { ParentId } from '@night-routine/database/nights'
import type { Wording } from '@night-routine/wording'
import { qrCode, type QrCode } from '../../plugins/qr-code.ts'

/** The addresses of a link. */
export interface NewLinkView {
  title: string
  feeds: { id: string; label: string; address: string; subscribe: string }[]
  share: string
  copyShare: { id: string; label: string }
  /** Of the share page, for the phone of a babysitter. */
  qr: QrCode
}

/** Every address that a link opens. */
export function newLinkView(
  token: string,
  {
    publicUrl,
    names,
    isNew,
    wording,
  }: {
    publicUrl: string
    names: Record<ParentId, string>
    /** Whether it was made just now. */
    isNew: boolean
    wording: Pick<Wording, 'say'>
  },
): NewLinkView {
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
    copyShare: { id: 'share', label: wording.say('feed.monthPage') },
    qr: qrCode(share),
  }
}

function feed(id: string, label: string, address: string) {
  // Phones and computers open this scheme in their calendar app.
  return { id, label, address, subscribe: address.replace(/^https?:/, 'webcal:') }
}
