import type { ShownNight } from '@night-routine/database'
import { otherParent } from '@night-routine/fairness'
import { explainNight } from '@night-routine/household'
import { parentIn, type People, type Person, type Wording } from '@night-routine/wording'
import { caregiverIn, nightLink, sheetAddress, type Kind } from './night-cell.ts'

/** Tonight, as the band at the top of the home page shows it. */
export interface TonightView {
  /** "Your turn", "Robin’s turn", "Maria babysits" */
  heading: string
  /** Who does it, for a sentence. */
  who: Person
  kind: Kind
  locked: boolean
  sentence: string | null
  /** The address of the night's sheet. */
  details: string
  /** The address that says which nights someone is away. */
  away: string
  /** What the reader is most likely to do; it leads to a page that says what it would change. */
  action: { address: string; text: string } | null
}

interface Facts {
  tonight: Temporal.PlainDate
  nights: readonly ShownNight[]
  people: People
  /** Whether the other parent has an account, and so can be asked. */
  joined: boolean
  /** The nights that a parent asked the other one to take. */
  asked: readonly Temporal.PlainDate[]
  wording: Wording
}

/** Who does tonight and why; null if tonight isn't planned. */
export function tonightView(facts: Facts): TonightView | null {
  const { tonight, nights, people, wording } = facts
  const night = nights.find(one => one.night.equals(tonight))
  if (night === undefined) return null
  const link = nightLink(null, night)
  return {
    heading: headingOf(night, people, wording),
    who: caregiverIn(night, people, wording),
    kind: night.caregiver ?? 'open',
    locked: night.override,
    sentence: explainNight(night, people, wording),
    details: sheetAddress(link),
    away: sheetAddress(link, { choice: 'away' }),
    action: actionOf(night, facts),
  }
}

function headingOf(night: ShownNight, people: People, wording: Wording): string {
  const name = caregiverIn(night, people, wording)
  if (night.caregiver === null) return name.name
  return night.caregiver === 'babysitter'
    ? wording.say('home.babysits', { name: name.name })
    : wording.say('home.turn', { name })
}

/** For one's own night, to ask the other parent, or to give it to one who can't be asked; to do it for any other. */
function actionOf(
  night: ShownNight,
  { people, joined, asked, wording }: Facts,
): TonightView['action'] {
  const { reader } = people
  if (!reader) return null
  const isOwn = night.caregiver === reader
  const to = isOwn ? otherParent(reader) : reader
  const name = parentIn(people, to)
  const at = (choice: Record<string, string>) => sheetAddress(nightLink(null, night), choice)
  const isAway = night.explanation?.away.includes(to) === true
  if (isAway || asked.some(other => other.equals(night.night))) return null
  return isOwn && joined && !night.override
    ? { address: at({ choice: 'ask' }), text: wording.say('home.ask', { name: name.name }) }
    : { address: at({ choice: 'give', to }), text: wording.say('night.giveTo', { name }) }
}
