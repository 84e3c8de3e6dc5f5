import { dueOf, leadOf, type Ledger, type NightSum } from '@night-routine/fairness'
import { parentIn, type People, type Wording } from '@night-routine/wording'
import { labelsOf } from '../../text/person-name.ts'
import type { Kind } from '../../text/caregiver-name.ts'

/** What a figure or a sentence about the balance depends on. */
export interface Speaker {
  ledger: Ledger
  tonight: Temporal.PlainDate
  people: People
  wording: Wording
}

/** A difference between the parents. */
export interface Difference {
  /** "Alex +2", "You +2" to Alex, or "even". */
  text: string
  /** The colour: neutral where no night that changes hands would make it more even. */
  kind: Kind
}

/** A difference in short, from units of the ledger. */
export function difference(
  units: number,
  { ledger, tonight, people, wording }: Speaker,
): Difference {
  const lead = leadOf(units)
  if (lead === null) return { text: wording.say('statistics.same'), kind: 'unplanned' }
  return {
    text: wording.say('statistics.lead', {
      name: labelsOf(people, wording)[lead.parent],
      count: lead.nights,
    }),
    kind: ledger.isEven(units, tonight) ? 'unplanned' : lead.parent,
  }
}

/** A sentence about the balance; with shares or weights it needs the figure beside it. */
export interface Headline {
  text: string
  difference: Difference | null
}

/** The balance of what is done in a sentence. */
export function soFarText(sum: NightSum, speaker: Speaker): Headline {
  const { ledger, tonight, people, wording } = speaker
  const units = sum.balance
  if (!ledger.isPlain) {
    const share = shareOf(sum, speaker)
    const text = ledger.isWeighted
      ? wording.say('statistics.soFarWeighed', share)
      : wording.say('statistics.soFarShare', share)
    return { text, difference: difference(units, speaker) }
  }
  const lead = leadOf(units)
  if (lead === null) return plain(wording.say('statistics.soFarEven'))
  const values = { leader: parentIn(people, lead.parent) }
  return plain(
    ledger.isEven(units, tonight)
      ? wording.say('statistics.soFarClosest', values)
      : wording.say('statistics.soFarAhead', { ...values, count: lead.nights }),
  )
}

/** The balance at the end of the plan in a sentence. */
export function planText(sum: NightSum, date: Temporal.PlainDate, speaker: Speaker): Headline {
  const { ledger, tonight, people, wording } = speaker
  const units = sum.balance
  if (!ledger.isPlain) {
    const share = { ...shareOf(sum, speaker), date }
    const text = ledger.isWeighted
      ? wording.say('statistics.planWeighed', share)
      : wording.say('statistics.planShare', share)
    return { text, difference: difference(units, speaker) }
  }
  const lead = leadOf(units)
  if (lead === null) return plain(wording.say('statistics.planEven', { date }))
  const values = { leader: parentIn(people, lead.parent), date }
  return plain(
    ledger.isEven(units, tonight)
      ? wording.say('statistics.planClosest', values)
      : wording.say('statistics.planAhead', { ...values, count: lead.nights }),
  )
}

function plain(text: string): Headline {
  return { text, difference: null }
}

/** What the parent has done who is behind, and what the share asks of that parent. */
function shareOf({ weighed, balance }: NightSum, { people, wording }: Speaker) {
  const parent = leadOf(balance)?.parent === 'a' ? 'b' : 'a'
  return {
    parent: parentIn(people, parent),
    done: wording.number(weighed[parent]),
    all: wording.number(weighed.a + weighed.b),
    share: wording.number(dueOf(weighed, balance)[parent]),
  }
}
