import { transaction, type Database } from '@night-routine/database/connection'
import {
  appendHistory,
  readHistoryChanges,
  type HistoryEntry,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import * as fc from 'fast-check'
import t from 'tap'
import { day } from '../nights.ts'

const noon = Temporal.Instant.from('2026-11-20T12:00:00Z')
const uuid = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`

function entry(more: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    at: noon,
    actorKind: 'schedule',
    actor: null,
    action: 'night-replanned',
    night: day('2026-11-21'),
    before: null,
    after: null,
    ...more,
  }
}

async function kept(db: Database, ...writes: HistoryEntry[][]) {
  for (const entries of writes) await transaction(db, trx => appendHistory(trx, entries))
}

const actions = (changes: { entries: { action: string }[] }[]) =>
  changes.map(({ entries }) => entries.map(({ action }) => action).join(' '))

t.test(
  'entries of one change or run come together, and are found by a night, and by who made it',
  async t => {
    const { db } = await testDatabase(t)
    const given = { change: uuid(1), actorKind: 'person', actor: 'alex@example.com' } as const
    const caregivers = { '2026-11-21': 'a', '2026-11-22': 'b' }
    const after = { from: '2026-11-21', to: '2026-11-22', nights: 2, caregivers }
    const other = { night: day('2026-11-23'), at: noon.add({ hours: 1 }) }
    await kept(
      db,
      [entry({ action: 'nights-planned', night: null, after })],
      [
        entry({ ...given, action: 'night-given', night: day('2026-11-25') }),
        entry({ ...given, night: day('2026-11-22') }),
      ],
      [entry(other), entry(other)],
      [entry({ ...other, actorKind: 'calendar', action: 'event-restored' })],
      [entry({ action: 'settings-changed', night: null, change: uuid(2) })],
    )
    t.same(actions(await readHistoryChanges(db, { limit: 10 })), [
      'settings-changed',
      'event-restored',
      'night-replanned night-replanned',
      'night-given night-replanned',
      'nights-planned',
    ])
    const about = async (night: string) =>
      actions(await readHistoryChanges(db, { night: day(night), limit: 10 }))
    t.same(await about('2026-11-21'), ['nights-planned'])
    t.same(await about('2026-11-22'), ['night-given night-replanned', 'nights-planned'])
    t.same(await about('2026-11-24'), [])
    const of = async (...actors: string[]) =>
      actions(await readHistoryChanges(db, { actors, limit: 10 }))
    t.same(await of('alex@example.com', 'x@example.com'), ['night-given night-replanned'])
    t.same(await of(), [])
  },
)

t.test('pages neither miss, repeat nor split a change', async t => {
  const { db } = await testDatabase(t)
  const sizes = fc.sample(fc.integer({ min: 1, max: 9 }), { numRuns: 40, seed: 7 })
  await kept(
    db,
    ...sizes.map((size, index) => {
      const change =
        index % 3 === 0 ? null : `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`
      const at = noon.add({ minutes: index })
      return Array.from({ length: size }, () => entry({ at, change }))
    }),
  )
  const seen: number[] = []
  let before: bigint | undefined
  do {
    const page = await readHistoryChanges(db, { limit: 7, ...(before && { before }) })
    seen.push(...page.map(({ entries }) => entries.length))
    before = page.at(-1)?.id
  } while (before !== undefined)
  t.same(seen, sizes.toReversed())
})
