import type { ParentId } from '@night-routine/database'
import { leadOf, type Ledger, type NightSum } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import type { Kind } from '../home/night-cell.ts'

/** Who says it, and of whom. */
export interface Speaker {
  ledger: Ledger
  names: Record<ParentId, string>
  wording: Wording
}

/** A difference between the parents. */
export interface Difference {
  /** "Alex +2", or "even". */
  text: string
  /** The colour: neutral where no night that changes hands would make it more even. */
  kind: Kind
}

/** A difference in short, from units of the ledger. */
export function difference(units: number, { ledger, names, wording }: Speaker): Difference {
  const lead = leadOf(units)
  if (lead === null) return { text: wording.say('statistics.same'), kind: 'unplanned' }
  return {
    text: wording.say('statistics.lead', { name: names[lead.parent], count: lead.nights }),
    kind: ledger.isEven(units) ? 'unplanned' : lead.parent,
  }
}

/** A sentence about the balance; with shares or weights it needs the figure beside it. */
export interface Headline {
  text: string
  difference: Difference | null
}

/** The balance of what is done in a sentence. */
export function soFarText(sum: NightSum, speaker: Speaker): Headline {
  const { ledger, names, wording } = speaker
  const units = ledger.balance(sum.weighed)
  if (!ledger.isPlain) {
    const share = shareOf(sum, units, speaker)
    const text = ledger.isWeighted
      ? wording.say('statistics.soFarWeighed', share)
      : wording.say('statistics.soFarShare', share)
    return { text, difference: difference(units, speaker) }
  }
  const lead = leadOf(units)
  if (lead === null) return plain(wording.say('statistics.soFarEven'))
  const values = { leader: names[lead.parent] }
  return plain(
    ledger.isEven(units)
      ? wording.say('statistics.soFarClosest', values)
      : wording.say('statistics.soFarAhead', { ...values, count: lead.nights }),
  )
}

/** The balance at the end of the plan in a sentence. */
export function planText(sum: NightSum, date: Temporal.PlainDate, speaker: Speaker): Headline {
  const { ledger, names, wording } = speaker
  const units = ledger.balance(sum.weighed)
  if (!ledger.isPlain) {
    const share = { ...shareOf(sum, units, speaker), date }
    const text = ledger.isWeighted
      ? wording.say('statistics.planWeighed', share)
      : wording.say('statistics.planShare', share)
    return { text, difference: difference(units, speaker) }
  }
  const lead = leadOf(units)
  if (lead === null) return plain(wording.say('statistics.planEven', { date }))
  const values = { leader: names[lead.parent], date }
  return plain(
    ledger.isEven(units)
      ? wording.say('statistics.planClosest', values)
      : wording.say('statistics.planAhead', { ...values, count: lead.nights }),
  )
}

function plain(text: string): Headline {
  return { text, difference: null }
}

/** What the parent has done who is behind, and what the share asks of that parent. */
function shareOf({ weighed }: NightSum, units: number, { ledger, names, wording }: Speaker) {
  const parent = leadOf(units)?.parent === 'a' ? 'b' : 'a'
  return {
    parent: names[parent],
    done: wording.number(weighed[parent]),
    all: wording.number(weighed.a + weighed.b),
    share: wording.number(ledger.due(weighed)[parent]),
  }
}
