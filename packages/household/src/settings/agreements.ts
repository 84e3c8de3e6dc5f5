import { checkSplit, FairnessInputError, type ParentId, type Turns } from '@night-routine/fairness'
import { dateIn, everyNightAlike } from './parse.ts'

/** What the parents agree on from a date on. The settings `share` and `weekdayWeights` are the first agreement. */
export interface LaterAgreement {
  from: Temporal.PlainDate
  /** Parent `a`'s percent; 50 where weeks turn about. */
  share: number
  /** What a night counts, by weekday: seven numbers, Monday first. */
  weekdayWeights: number[]
  turns: Turns | null
}

/** The same as the database, the history and JSON have it. */
export interface StoredAgreement extends Omit<LaterAgreement, 'from'> {
  /** YYYY-MM-DD */
  from: string
}

/** Agreements in order, as they are stored. */
export function storedAgreements(agreements: readonly LaterAgreement[]): StoredAgreement[] {
  return agreements.map(agreement => ({ ...agreement, from: agreement.from.toString() }))
}

/** Stored agreements in order; undefined for anything else. */
export function agreementsIn(stored: unknown): LaterAgreement[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const read = stored.map(agreementIn)
  return read.every(each => each !== undefined)
    ? read.toSorted((one, other) => Temporal.PlainDate.compare(one.from, other.from))
    : undefined
}

/** Agreements in JSON text; undefined for anything else. */
export function agreementsInText(text: string): LaterAgreement[] | undefined {
  try {
    return agreementsIn(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const most = 100

/** Whether a household can have these. */
export function areAgreements(agreements: readonly LaterAgreement[]): boolean {
  try {
    checkSplit({ later: agreements })
  } catch (error) {
    if (error instanceof FairnessInputError) return false
    throw error
  }
  const isFull = agreements.every(({ weekdayWeights }) => weekdayWeights.length === 7)
  return isFull && agreements.length <= most
}

function agreementIn(stored: unknown): LaterAgreement | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const {
    from,
    share = 50,
    weekdayWeights = everyNightAlike,
    turns = null,
  }: Record<string, unknown> = { ...stored }
  const date = dateIn(String(from))
  const ofTurns = turns === null ? null : turnsIn(turns)
  if (date === undefined || ofTurns === undefined || !Array.isArray(weekdayWeights))
    return undefined
  return {
    from: date,
    share: Number(share),
    weekdayWeights: weekdayWeights.map(Number),
    turns: ofTurns,
  }
}

function turnsIn(stored: unknown): Turns | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { parent, weekday, weeks, isMadeGood = true }: Record<string, unknown> = { ...stored }
  const known: ParentId | undefined = parent === 'a' || parent === 'b' ? parent : undefined
  if (known === undefined || typeof isMadeGood !== 'boolean') return undefined
  return { parent: known, weekday: Number(weekday), weeks: Number(weeks), isMadeGood }
}
