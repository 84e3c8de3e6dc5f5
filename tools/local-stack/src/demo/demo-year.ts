import { createHash } from 'node:crypto'
import type { ParentId } from '@night-routine/database/nights'

/** Something that happened in the year of the demo household, so many days and hours from now. */
export type DemoStep = { day: number; hour: number } & (
  | { kind: 'plan' }
  | { kind: 'book' | 'edit'; by: ParentId; ahead: number; name: string }
  | { kind: 'give' | 'unlock' | 'undo'; by: ParentId; ahead: number }
  | { kind: 'swap'; by: ParentId; ahead: number; other: number }
  | { kind: 'away'; by: ParentId; ahead: number; nights: number }
  | { kind: 'weekday-away'; by: ParentId; weekday: number }
  | { kind: 'repeating-away'; by: ParentId; ahead: number; weekday: number }
  | { kind: 'note'; by: ParentId; ahead: number; note: string }
  | { kind: 'weigh'; by: ParentId; ahead: number; weight: number }
  | { kind: 'ask'; by: ParentId; ahead: number; word: string }
)

const demoDays = 365
const sitters = ['Maria', 'Grandma Lou', 'Jo', 'Maria', 'Uncle Sam']

/**
 * A year as a household lives it: planned every week, now and then a babysitter, a night given or
 * swapped, an edit in the calendar, an absence. The same seed gives the same year.
 */
export function demoYear(seed: string): DemoStep[] {
  const weeks = Math.floor(demoDays / 7)
  const lived = [
    { day: -demoDays, hour: 6, kind: 'plan' as const },
    ...Array.from({ length: weeks }, (_, week) => weekOf(week, 7 * (week - weeks), seed)).flat(),
    ...longTrips,
  ]
  return [
    ...lived.toSorted((one, other) => 24 * (one.day - other.day) + one.hour - other.hour),
    { day: 0, hour: -6, kind: 'plan' as const },
    ...monthAhead,
  ]
}

/** What a newcomer finds in the month ahead: a trip, a repeating absence, a heavy night, a note, an open ask. */
const monthAhead: DemoStep[] = [
  { day: 0, hour: -6, kind: 'repeating-away', by: 'b', ahead: 0, weekday: 2 },
  { day: 0, hour: -5, kind: 'away', by: 'b', ahead: 9, nights: 4 },
  { day: 0, hour: -4, kind: 'book', by: 'a', ahead: 5, name: 'Grandma Lou' },
  { day: 0, hour: -3, kind: 'edit', by: 'b', ahead: 2, name: '' },
  { day: 0, hour: -2, kind: 'weigh', by: 'b', ahead: 7, weight: 2 },
  { day: 0, hour: -1, kind: 'note', by: 'a', ahead: 1, note: 'Bath first, medicine at 19:30' },
  // Last, because an ask ends when a later step moves its night.
  { day: 0, hour: -1, kind: 'ask', by: 'b', ahead: 3, word: 'Choir until nine' },
]

/** Three weeks away: the months around them cannot be even. */
const longTrips: DemoStep[] = [
  { day: -200, hour: 0, kind: 'away', by: 'b', ahead: 4, nights: 21 },
  { day: -80, hour: 0, kind: 'away', by: 'a', ahead: 4, nights: 18 },
]

function weekOf(week: number, day: number, seed: string): DemoStep[] {
  const chance = (what: string) => fraction(`${seed} ${week} ${what}`)
  const within = (what: string, from: number, to: number) =>
    from + Math.floor(chance(what) * (to - from + 1))
  const by: ParentId = chance('by') < 0.5 ? 'a' : 'b'
  const name = sitters[within('name', 0, sitters.length - 1)] ?? ''
  const steps: (DemoStep | false)[] = [
    { day, hour: -13, kind: 'plan' },
    week === 8 && { day, hour: -1, kind: 'weekday-away', by: 'b', weekday: 3 },
    week % 7 === 3 && {
      day,
      hour: 0,
      kind: 'away',
      by: week % 2 === 0 ? 'a' : 'b',
      ahead: within('absence', 5, 12),
      nights: within('nights', 2, 8),
    },
    chance('book') < 0.4 && { day, hour: 1, kind: 'book', by, ahead: within('sitter', 1, 6), name },
    chance('undo') < 0.08 && { day, hour: 2, kind: 'undo', by, ahead: 0 },
    chance('give') < 0.2 && {
      day: day + 1,
      hour: 1,
      kind: 'give',
      by,
      ahead: within('gift', 1, 9),
    },
    chance('swap') < 0.2 && { day: day + 2, hour: 1, kind: 'swap', by, ahead: 1, other: 2 },
    chance('edit') < 0.25 && {
      day: day + 3,
      hour: 2,
      kind: 'edit',
      by,
      ahead: within('edited', 0, 5),
      name: chance('edited by') < 0.4 ? name : '',
    },
    chance('unlock') < 0.15 && { day: day + 3, hour: 3, kind: 'unlock', by, ahead: 1 },
  ]
  return steps.filter(step => step !== false)
}

/** 0 to 1, the same for the same text. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}
