import type { Database } from '@night-routine/database/connection'
import { readParents } from '@night-routine/database/nights'
import { entityMessages, noMessages, type Message, type Place } from '@night-routine/home-assistant'
import { readSettings, readTonight, tonightView } from '@night-routine/household'
import { parentNames, wordingFor } from '@night-routine/wording'

export interface Wanted {
  place: Place
  /** False when the household has turned it off: then the messages delete what was published. */
  isOn: boolean
  messages: Message[]
}

/** Reads who has tonight, as programs with a share link see it, in the household's language. */
export async function readMessages(
  db: Database,
  { prefix, publicUrl, now }: { prefix: string; publicUrl: string; now: Temporal.Instant },
): Promise<Wanted> {
  const settings = await readSettings(db)
  const wording = wordingFor(settings.language)
  const names = parentNames(await readParents(db), wording)
  const read = await readTonight(db, settings, now)
  const [night] = read.nights
  const caregiver = night?.night.equals(read.tonight) ? night.caregiver : null
  const place = { installation: settings.installation, prefix }
  const messages = entityMessages({
    ...place,
    tonight: tonightView({ ...read, names, isShared: true, wording }),
    parents: (['a', 'b'] as const).map(id => ({
      id,
      name: names[id],
      hasTonight: caregiver === id,
    })),
    publicUrl,
    wording,
  })
  const { homeAssistant: isOn } = settings
  return { place, isOn, messages: isOn ? messages : noMessages(messages) }
}
