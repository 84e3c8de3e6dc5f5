import type { RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database/calendar'
import t from 'tap'
import { missingEvents } from '../../src/pull/read-events.ts'
import { day, row } from '../push/event-rows.ts'

const rows = (count: number, more: Partial<CalendarEventRow> = {}) =>
  Array.from({ length: count }, (_, index) =>
    row(day('2026-12-01').add({ days: index }).toString(), more),
  )

const listed = (shown: readonly CalendarEventRow[]): RemoteEvent[] =>
  shown.map(({ eventId, night }) => ({
    eventId,
    etag: '"1"',
    status: 'confirmed',
    summary: '',
    startDate: night,
    endDate: night.add({ days: 1 }),
    description: '',
    repeats: false,
    properties: {},
  }))

t.test('accepts up to a fifth of missing events', async t => {
  const table: [known: number, shown: number, doubtful: boolean][] = [
    [0, 0, false],
    [1, 1, false],
    [1, 0, true],
    [4, 3, true],
    [5, 4, false],
    [5, 3, true],
    [30, 24, false],
    [30, 23, true],
    [30, 0, true],
    [365, 292, false],
    [365, 291, true],
  ]
  for (const [known, shown, doubtful] of table) {
    const expected = rows(known)
    const missing = missingEvents(expected, listed(expected.slice(0, shown)))
    t.equal(missing.doubtful, doubtful, `${shown} of ${known}`)
    t.equal(missing.rows.length, known - shown)
  }
})

t.test('does not expect events that we removed or that were never confirmed', async t => {
  const unexpected = [...rows(5, { state: 'removed', etag: null }), ...rows(5, { etag: null })]
  t.same(missingEvents(unexpected, []), { rows: [], doubtful: false })
})

t.test('expects edited and removed events, because a list contains removed events', async t => {
  for (const state of ['present', 'adopted', 'rejected', 'deleted'] as const)
    t.match(missingEvents(rows(1, { state }), []), { rows: [{ state }], doubtful: true })
  const deleted = rows(3, { state: 'deleted' })
  t.same(missingEvents(deleted, listed(deleted)), { rows: [], doubtful: false })
})
