import type { ShownNight } from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import { explainNight } from '@night-routine/household'
import { parentIn, type People, type Wording } from '@night-routine/wording'
import { nightLink, sheetAddress } from './night-cell.ts'
import { caregiverIn } from '../../text/caregiver-name.ts'

/** A link of tonight's band. */
export interface TonightAction {
  address: string
  text: string
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

export type TonightView = NonNullable<ReturnType<typeof tonightView>>

/** Who does tonight and why; null if tonight isn't planned. */
export function tonightView(facts: Facts) {
  const { tonight, nights, people, wording } = facts
  const night = nights.find(one => one.night.equals(tonight))
  if (night === undefined) return null
  const link = nightLink(null, night)
  const { caregiver, explanation } = night
  const isAway = explanation?.away.some(parent => parent === caregiver) === true
  const whenAway = actionsOf(night, { ...facts, isAway: true })
  return {
    heading: headingOf(night, people, wording),
    who: caregiverIn(night, people, wording),
    kind: night.caregiver ?? 'open',
    locked: night.override,
    sentence: isAway
      ? wording.say('home.awayTonight', { name: caregiverIn(night, people, wording) })
      : explainNight(night, people, wording),
    details: sheetAddress(link),
    away: sheetAddress(link, { choice: 'away' }),
    actions: isAway ? whenAway : actionsOf(night, { ...facts, isAway }),
    whenAway,
  }
}

function headingOf(night: ShownNight, people: People, wording: Wording): string {
  const name = caregiverIn(night, people, wording)
  if (night.caregiver === null) return name.name
  return night.caregiver === 'babysitter'
    ? wording.say('home.babysits', { name: name.name })
    : wording.say('home.turn', { name })
}

/**
 * For one's own night, to ask the other parent, or to give it to one who can't be asked; to do it for any other. Who is
 * away may also give it at once, and books a babysitter where the other parent is away, too.
 */
function actionsOf(
  night: ShownNight,
  { people, joined, asked, isAway, wording }: Facts & { isAway: boolean },
): TonightAction[] {
  const { reader } = people
  if (!reader || asked.some(other => other.equals(night.night))) return []
  const isOwn = night.caregiver === reader
  const to = isOwn ? otherParent(reader) : reader
  const name = parentIn(people, to)
  const at = (choice: Record<string, string>) => sheetAddress(nightLink(null, night), choice)
  if (night.explanation?.away.includes(to) === true)
    return isAway ? [{ address: at({ choice: 'babysitter' }), text: wording.say('home.book') }] : []
  const give = { address: at({ choice: 'give', to }), text: wording.say('night.giveTo', { name }) }
  if (!isOwn || !joined || night.override) return [give]
  const ask = { address: at({ choice: 'ask' }), text: wording.say('home.ask', { name: name.name }) }
  return isAway ? [ask, give] : [ask]
}
