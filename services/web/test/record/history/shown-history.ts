import type { ParentId, RecordedChange, RecordedEntry } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import { historyView, type HistoryFacts } from '../../../src/record/history/history-view.ts'
import { people } from '../../demo-household.ts'
import { at, day } from '../../nights.ts'

/** The id of the change. */
export const uuid = '10000000-0000-4000-8000-000000000000'

/** An entry of the history: a night given to Robin. */
export function entry(more: Partial<RecordedEntry>): RecordedEntry {
  return {
    id: 1n,
    at: at('2026-11-20T22:30:00Z'),
    actorKind: 'person',
    actor: 'alex@example.com',
    action: 'night-given',
    night: day('2026-11-21'),
    before: { caregiver: 'a', override: false },
    after: { caregiver: 'b', override: true },
    change: uuid,
    undoes: null,
    ...more,
  }
}

/** A night that the plan moved. */
export const moved = (night: string) =>
  entry({
    action: 'night-replanned',
    night: day(night),
    before: { caregiver: 'b' },
    after: { caregiver: 'a' },
  })

/** The people of the history, as this parent reads it; null for someone who is no parent. */
export function shownPeople(reader: ParentId | null): HistoryFacts['people'] {
  const accounts = [
    ['alex@example.com', 'a'],
    ['robin@example.com', 'b'],
  ] as const
  return { ...people, reader, accounts: new Map<string, ParentId>(accounts) }
}

/** The history page of one change, or of several. */
export function view(
  entries: RecordedEntry[] | RecordedEntry[][],
  more: Partial<HistoryFacts> = {},
) {
  const groups = entries.map(each => [each].flat())
  const changes: RecordedChange[] = (
    Array.isArray(entries[0]) ? groups : [groups.flat()].filter(({ length }) => length > 0)
  ).map((own, index) => ({ id: BigInt(100 - index), entries: own }))
  return historyView({
    changes,
    hasMore: false,
    night: null,
    parent: null,
    weekStart: null,
    before: null,
    people: shownPeople(null),
    tonight: day('2026-11-20'),
    today: day('2026-11-23'),
    timeZone: 'Europe/Paris',
    undoable: new Set(),
    wording: wordingFor('en'),
    ...more,
  })
}

/** One change as the page shows it. */
export const only = (
  ...entries: RecordedEntry[]
): ReturnType<typeof historyView>['days'][number]['changes'][number] => {
  const change = view(entries).days[0]?.changes[0]
  if (!change) throw new Error('one change is shown')
  return change
}
