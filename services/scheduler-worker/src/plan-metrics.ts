import type { Database } from '@night-routine/database/connection'
import { readAssigned } from '@night-routine/database/nights'
import { longestHorizon, readBalance, readSettings, tonight } from '@night-routine/household'
import type { Clock, ReadGauge } from '@night-routine/service'

const balanceDays = 30

export function planMetrics({ db, clock }: { db: Database; clock: Clock }): ReadGauge[] {
  return [
    {
      name: 'night_routine_plan_nights',
      help: 'Nights from tonight on, by who does them: a parent, a babysitter, or open.',
      labels: ['caregiver'],
      read: async () => {
        const from = tonight(await readSettings(db), clock.now())
        const counts = { a: 0, b: 0, babysitter: 0, open: 0 }
        const to = from.add({ days: longestHorizon })
        for (const { caregiver } of await readAssigned(db, { from, to }))
          counts[caregiver ?? 'open'] += 1
        return Object.entries(counts).map(([caregiver, value]) => ({
          labels: { caregiver },
          value,
        }))
      },
    },
    {
      name: 'night_routine_balance_nights',
      help: 'Nights that parent a did more than their share: in the last 30 days, and since the first that counts.',
      labels: ['range'],
      read: async () => {
        const settings = await readSettings(db)
        const before = tonight(settings, clock.now())
        const since = before.subtract({ days: balanceDays })
        const { all, recent } = await readBalance(db, settings, { since, before })
        return [
          { labels: { range: '30 days' }, value: recent },
          { labels: { range: 'all' }, value: all },
        ]
      },
    },
  ]
}
