import { readNights, readRecord, type Database, type RecordedNight } from '@night-routine/database'
import { longestHorizon, tonight, readSettings } from '@night-routine/household'
import type { Clock, Metric } from '@night-routine/service'

const balanceDays = 30

/** Metrics of the plan: its reach, its open nights, and its balance. */
export function planMetrics({ db, clock }: { db: Database; clock: Clock }): Metric[] {
  const today = async () => tonight(await readSettings(db), clock.now())
  return [
    {
      name: 'night_routine_plan_nights',
      help: 'Nights from tonight on, by who does them: a parent, a babysitter, or open.',
      type: 'gauge',
      labels: ['caregiver'],
      read: async () => {
        const from = await today()
        const counts = { a: 0, b: 0, babysitter: 0, open: 0 }
        for (const { caregiver } of await readNights(db, from, from.add({ days: longestHorizon })))
          counts[caregiver ?? 'open'] += 1
        return Object.entries(counts).map(([caregiver, value]) => ({
          labels: { caregiver },
          value,
        }))
      },
    },
    {
      name: 'night_routine_balance_nights',
      help: 'Nights that parent a did more than parent b: in the last 30 days, and since the first on record.',
      type: 'gauge',
      labels: ['range'],
      read: async () => {
        const before = await today()
        const since = before.subtract({ days: balanceDays })
        const record = await readRecord(db, { from: null, before })
        const recent = record.filter(({ night }) => Temporal.PlainDate.compare(night, since) >= 0)
        return [
          { labels: { range: '30 days' }, value: balance(recent) },
          { labels: { range: 'all' }, value: balance(record) },
        ]
      },
    },
  ]
}

function balance(record: readonly RecordedNight[]): number {
  const of = (parent: 'a' | 'b') => record.filter(({ caregiver }) => caregiver === parent).length
  return of('a') - of('b')
}
