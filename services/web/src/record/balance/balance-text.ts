import { inNights, leadOf, otherParent, type Ledger, type NightSum } from '@night-routine/fairness'
import { parentIn, type People, type Wording } from '@night-routine/wording'
import type { Kind } from '../../text/caregiver-name.ts'
import { labelsOf } from '../../text/person-name.ts'
import { isWeighed, type BalanceStatement } from './statistics-rows.ts'

/** What a figure or a sentence about the balance depends on. */
export interface Speaker {
  account: Pick<BalanceStatement, 'isHalves' | 'isWeighed'>
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

/**
 * Units of the ledger as nights, positive for parent `a`: how many more than the other parent for half and half,
 * otherwise how many more than agreed.
 */
export function shownNights(units: number, { account }: Pick<Speaker, 'account'>): number {
  return account.isHalves ? inNights(units) : inNights(units) / 2
}

/** Who has done more, and by how many nights to a tenth; null if the parents are even. */
function aheadBy(units: number, speaker: Speaker) {
  const lead = leadOf(units)
  // As agreed to half a night is even: nobody does half a night.
  if (!speaker.account.isHalves && speaker.ledger.isEven(units, speaker.tonight)) return null
  const nights = Math.round(Math.abs(shownNights(units, speaker)) * 10) / 10
  return lead && { ...lead, nights }
}

/** A difference in short, from units of the ledger. */
export function difference(units: number, speaker: Speaker): Difference {
  const { ledger, tonight, people, wording } = speaker
  const lead = aheadBy(units, speaker)
  if (lead === null) return { text: wording.say('statistics.same'), kind: 'unplanned' }
  const name = labelsOf(people, wording)[lead.parent]
  return {
    text: wording.say('statistics.lead', { name, count: lead.nights }),
    kind: ledger.isEven(units, tonight) ? 'unplanned' : lead.parent,
  }
}

/** The balance of nights in a sentence to its reader; `when` is "in the last year" or "so far". */
export function balanceText(sum: NightSum, when: string, speaker: Speaker): string {
  const { account, people, wording } = speaker
  const { say, number } = wording
  const { weighed } = sum
  const lead = aheadBy(sum.balance, speaker)
  const parent = lead?.parent ?? people.reader ?? 'a'
  const other = otherParent(parent)
  const values = {
    name: parentIn(people, parent),
    other: people.names[other],
    own: number(weighed[parent]),
    when: isWeighed(sum) ? say('statistics.byWeight', { when }) : when,
  }
  if (account.isHalves && lead === null) return say('statistics.even', values)
  if (account.isHalves && lead) {
    const theirs = { other: parentIn(people, other), theirs: number(weighed[other]) }
    return say('statistics.ahead', { ...values, ...theirs, nights: lead.nights })
  }
  const agreed = { ...values, all: number(weighed.a + weighed.b) }
  return lead
    ? say('statistics.aheadOfAgreed', { ...agreed, nights: lead.nights })
    : say('statistics.evenAsAgreed', agreed)
}
