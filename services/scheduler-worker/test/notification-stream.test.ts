import { setTimeout as sleep } from 'node:timers/promises'
import { readNights } from '@night-routine/database'
import t from 'tap'
import { callsTo, settled, type Household } from './household.ts'
import { livingHousehold, quiet } from './notified.ts'
import { waitFor } from './wait-for.ts'

const notification = { method: 'POST', headers: { 'x-goog-resource-state': 'exists' } }
const from = Temporal.PlainDate.from('2000-01-01')
const to = Temporal.PlainDate.from('2200-01-01')

/** Somebody edits the last night; tells after how many milliseconds it is followed. */
async function editSeen({ control, db }: Pick<Household, 'control' | 'db'>): Promise<number> {
  const edited = (await control.events('family')).at(-1)
  const began = performance.now()
  await control.editEvent('family', edited?.id ?? '', { summary: '[Grandma]' })
  await waitFor('the lock', async () =>
    (await readNights(db, from, to)).some(({ babysitterName }) => babysitterName === 'Grandma'),
  )
  return performance.now() - began
}

t.test(
  '1,000 notifications in 10 s: a handful of pulls, and an edit is seen amid them',
  async t => {
    const household = await livingHousehold(t)
    const { control, db, environment } = household
    // The rest after what our own writes told us is over.
    await sleep(1_000)
    await callsTo(household)

    const began = performance.now()
    const answers: Promise<Response>[] = []
    let seen: Promise<number> | undefined
    for (let sent = 0; sent < 1_000; sent++) {
      await sleep(began + sent * 10 - performance.now())
      answers.push(fetch(environment.WEBHOOK_URL, notification))
      if (sent === 500) seen = editSeen({ control, db })
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    t.same(new Set(statuses), new Set([200]))
    const seconds = (performance.now() - began) / 1_000
    const milliseconds = (await seen) ?? Infinity
    await settled(db)
    const reads = (await callsTo(household)).filter(call => call.startsWith('GET')).length
    t.comment(`${seconds} s, ${reads} reads, the edit seen after ${milliseconds} ms`)
    t.ok(reads >= 2 && reads <= 6, `${reads} reads`)
    t.ok(milliseconds < 6_000)
    await quiet(household)
  },
)
