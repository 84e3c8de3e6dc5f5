import type { Ask, Caregiver, HistoryFacts, ParentId } from '@night-routine/database/nights'
import { rangePatterns, type RangePattern } from './changes/range-nights.ts'
import { dateIn } from './settings/parse.ts'

// How the history keeps what no undo brings back; what can be undone is in changes/kinds.ts.

/** What one parent asked of the other. */
export const askCodec = {
  write({ id, parent, word, returnNight }: Ask, because?: 'over' | 'moved' | 'return') {
    const facts = { ask: id, parent, word, returnNight: returnNight && returnNight.toString() }
    return because === undefined ? facts : { ...facts, because }
  },
  read(facts: HistoryFacts | null) {
    const { word, returnNight, because } = facts ?? {}
    return facts === null
      ? null
      : {
          parent: parentIn(facts),
          word: textIn(word),
          returnNight: dateIn(String(returnNight)) ?? null,
          because: textIn(because),
        }
  },
}

/** A calendar that absences of a parent are taken from, and the nights in it. */
export const sourceCodec = {
  write: (
    { id, parent, name }: { id: string; parent: ParentId; name: string },
    nights: number,
  ): HistoryFacts => ({ source: id, parent, name, nights }),
  read(facts: HistoryFacts | null) {
    const name = textIn(facts?.['name'])
    return facts === null || name === null
      ? null
      : { name, parent: parentIn(facts), nights: countIn(facts) }
  },
}

/** Nights that were planned, removed or brought in at once. */
export const nightsCodec = {
  write: (nights: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[]) => ({
    from: nights[0]?.night.toString(),
    to: nights.at(-1)?.night.toString(),
    nights: nights.length,
    caregivers: Object.fromEntries(
      nights.map(({ night, caregiver }) => [night.toString(), caregiver]),
    ),
  }),
  read(facts: HistoryFacts | null) {
    const { from, to } = facts ?? {}
    return { from: textIn(from), to: textIn(to), nights: countIn(facts) }
  },
}

/** A range of nights that a person planned by hand. */
export const rangeCodec = {
  write: (range: { from: Temporal.PlainDate; to: Temporal.PlainDate; pattern: RangePattern }) => ({
    from: range.from.toString(),
    to: range.to.toString(),
    pattern: range.pattern,
  }),
  read(facts: HistoryFacts | null) {
    const { from, to, pattern: text } = facts ?? {}
    const pattern = rangePatterns.find(known => known === text)
    const dates = { from: textIn(from), to: textIn(to) }
    return pattern && dates.from && dates.to ? { from: dates.from, to: dates.to, pattern } : null
  },
}

function parentIn(facts: HistoryFacts): ParentId {
  return facts['parent'] === 'b' ? 'b' : 'a'
}

function countIn(facts: HistoryFacts | null): number {
  const nights = facts?.['nights']
  return typeof nights === 'number' ? nights : 0
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
