import type { ParentId, RecordCounts, RecordedNight } from '@night-routine/database'
import { countNights } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'

/** The balance: positive if parent a did more nights, negative for parent b. */
export interface Balance {
  /** All nights before tonight. */
  overall: number
  last30: number
  /** This month, including planned nights. */
  month: number
}

/**
 * Compares the parents' nights before tonight, and in this month. Babysitter nights and open nights count
 * for neither parent.
 */
export function balance(facts: {
  /** The nights before those of `record`. */
  older: Pick<RecordCounts, ParentId>
  /** The nights before tonight, at least the last 30. */
  record: readonly RecordedNight[]
  thisMonth: readonly RecordedNight[]
  tonight: Temporal.PlainDate
}): Balance {
  const first = facts.tonight.subtract({ days: 30 })
  const isRecent = ({ night }: RecordedNight) => Temporal.PlainDate.compare(night, first) >= 0
  return {
    overall: facts.older.a - facts.older.b + lead(facts.record),
    last30: lead(facts.record.filter(isRecent)),
    month: lead(facts.thisMonth),
  }
}

function lead(nights: readonly RecordedNight[]) {
  const { a, b } = countNights(nights).total
  return a - b
}

/**
 * Differences that count as even: 31 nights cannot be split better than by one, and a total that differs
 * by two is one swap away.
 */
const even = { overall: 2, month: 1 }

/** The balance in a sentence, and this month's in another. */
export function balanceText(
  { overall, last30, month }: Balance,
  names: Record<ParentId, string>,
  wording: Pick<Wording, 'say'>,
): { overall: string; month: string } {
  return {
    overall: overallText(overall, last30, names, wording),
    month:
      Math.abs(month) <= even.month
        ? wording.say('statistics.monthEven')
        : wording.say('statistics.monthAhead', {
            leader: ahead(month, names),
            count: Math.abs(month),
          }),
  }
}

function overallText(
  overall: number,
  last30: number,
  names: Record<ParentId, string>,
  { say }: Pick<Wording, 'say'>,
) {
  const lately = { recentLeader: ahead(last30, names), recently: Math.abs(last30) }
  if (Math.abs(overall) <= even.overall)
    return Math.abs(last30) <= even.month
      ? say('statistics.even')
      : say('statistics.evenBut', lately)
  const all = { leader: ahead(overall, names), most: Math.abs(overall) }
  if (last30 === 0) return say('statistics.aheadNowEven', all)
  return Math.sign(overall) === Math.sign(last30)
    ? say('statistics.ahead', { ...all, recently: lately.recently })
    : say('statistics.aheadBut', { ...all, ...lately })
}

function ahead(difference: number, names: Record<ParentId, string>) {
  return names[difference > 0 ? 'a' : 'b']
}

/** A difference in short: "Alex +2", or "even". */
export function differenceText(
  by: number,
  names: Record<ParentId, string>,
  { say }: Pick<Wording, 'say'>,
): string {
  return by === 0
    ? say('statistics.same')
    : say('statistics.lead', { name: ahead(by, names), count: Math.abs(by) })
}
