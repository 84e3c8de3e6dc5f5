import type { ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'

/** The addresses of a new link, shown once. */
export interface NewLinkView {
  title: string
  feeds: { id: string; label: string; address: string; subscribe: string }[]
  share: string
}

/** Every address that a new link opens. */
export function newLinkView(
  token: string,
  {
    publicUrl,
    names,
    words,
  }: { publicUrl: string; names: Record<ParentId, string>; words: Pick<Wording, 'say'> },
): NewLinkView {
  const everybody = new URL(`/feed/${token}/calendar.ics`, publicUrl).href
  return {
    title: words.say('feed.newTitle'),
    feeds: [
      feed('feed', words.say('feed.allNights'), everybody),
      feed('feed-a', words.say('feed.nightsOf', { name: names.a }), `${everybody}?parent=a`),
      feed('feed-b', words.say('feed.nightsOf', { name: names.b }), `${everybody}?parent=b`),
    ],
    share: new URL(`/share/${token}`, publicUrl).href,
  }
}

function feed(id: string, label: string, address: string) {
  // Phones and computers open this scheme in their calendar app.
  return { id, label, address, subscribe: address.replace(/^https?:/, 'webcal:') }
}
