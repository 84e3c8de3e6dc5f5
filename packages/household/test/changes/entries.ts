import type { HistoryFacts, RecordedEntry } from '@night-routine/database/nights'

let last = 0n

/** A history entry; `night` is null for an entry about several nights. */
export function entry(
  night: string | null,
  before: HistoryFacts | null,
  after: HistoryFacts | null,
): RecordedEntry {
  return {
    id: ++last,
    at: Temporal.Instant.from('2026-11-20T18:00:00Z'),
    actorKind: 'person',
    actor: 'alex@example.com',
    action: 'night-given',
    night: night === null ? null : Temporal.PlainDate.from(night),
    before,
    after,
    change: '00000000-0000-4000-8000-000000000001',
    undoes: null,
  }
}
