import { householdTransaction, type Transaction } from '@night-routine/database/connection'
import { readNights, type Assignment, type FirstValues } from '@night-routine/database/nights'
import { bookBabysitter, planHousehold, unlockNight } from '@night-routine/household'
import t from 'tap'
import { connectedProvider } from './connected-provider.ts'
import { fix, schedule, seededDatabase } from '@night-routine/testing/household'
import { pusher, visible } from './push/pushing.ts'

const evening = Temporal.Instant.from('2026-11-20T17:00:00Z')

async function household(t: Parameters<typeof seededDatabase>[0], first?: Partial<FirstValues>) {
  const db = await seededDatabase(t, first)
  const provider = await connectedProvider(t, db)
  const push = pusher(db, provider)
  /** Plans, pushes, and returns the calls by method, as "3 POST". */
  const planAndPush = async (now = evening) => {
    const { changed } = await householdTransaction(db, trx =>
      planHousehold(trx, { now, actor: schedule }),
    )
    const { calls } = await push({ at: now })
    const counts = Map.groupBy(calls, method => method)
    const said = [...counts].map(([method, all]) => `${all.length} ${method}`).toSorted()
    return { changed: changed.length, calls: said.join(', ') }
  }
  /** The planned titles from a night on, and the titles in the calendar. */
  const compare = async (from: string) => {
    const since = Temporal.PlainDate.from(from)
    const nights = await readNights(db, since, since.add({ years: 3 }))
    const names = { a: 'Alex', b: 'Robin', babysitter: 'Grandma' }
    const planned = nights.map(
      ({ night, caregiver }) =>
        `${night.toString()} [${caregiver === null ? 'No one yet' : names[caregiver]}] 🌃👶Routine`,
    )
    const seen = visible(await provider.control.events('family'))
    return { planned, seen: seen.filter(event => event >= from) }
  }
  return { db, planAndPush, compare, ...provider }
}

t.test('counts the provider calls of a household', async t => {
  const { db, planAndPush, compare, control } = await household(t, {
    unavailableWeekdays: { a: [3], b: [6] },
  })
  const agrees = async (from: string) => {
    const { planned, seen } = await compare(from)
    t.same(seen, planned)
  }
  t.same(await planAndPush(), { changed: 30, calls: '30 POST' }, 'the first fill')
  t.same(await planAndPush(), { changed: 0, calls: '' }, 'again')

  let now = evening
  for (let day = 1; day <= 35; day++) {
    now = now.add({ hours: 24 })
    t.same(await planAndPush(now), { changed: 1, calls: '1 POST' }, `day ${day}`)
  }
  await agrees('2026-12-25')

  await fix(db, '2026-12-28', 'babysitter')
  const { changed, calls } = await planAndPush(now)
  t.ok(changed <= 6, `a babysitter moves ${changed} nights`)
  t.match(calls, /^\d+ PATCH$/)
  await agrees('2026-12-25')

  await db.updateTable('parents').set({ name: 'Alexandra' }).where('id', '=', 'a').execute()
  // 29 future nights name her in title or sentence; she did three of the five past ones.
  t.same(await planAndPush(now), { changed: 0, calls: '32 PATCH' }, 'a new name')
  await db.updateTable('parents').set({ name: 'Alex' }).where('id', '=', 'a').execute()
  await planAndPush(now)

  await db.updateTable('settings').set({ look_ahead_days: 10 }).execute()
  t.same(await planAndPush(now), { changed: 20, calls: '20 DELETE' }, 'a shorter look-ahead')
  await agrees('2026-12-25')
  await db.updateTable('settings').set({ look_ahead_days: 40 }).execute()
  t.same(await planAndPush(now), { changed: 30, calls: '30 POST' }, 'a longer one')
  await agrees('2026-12-25')

  const trip = { first_night: '2027-01-10', last_night: '2027-01-11' }
  await db
    .insertInto('absences')
    .values([
      { parent: 'a', ...trip },
      { parent: 'b', ...trip },
    ])
    .execute()
  const open = await planAndPush(now)
  t.match(open.calls, /^\d+ PATCH$/, 'both away: two open nights')
  const events = await control.events('family')
  t.equal(events.filter(({ summary }) => summary === '[No one yet] 🌃👶Routine').length, 2)
  await agrees('2026-12-25')
  t.same(await planAndPush(now), { changed: 0, calls: '' })
})

/** The parts of a night that its event shows. */
const shown = ({ caregiver, reason, explanation }: Assignment) =>
  JSON.stringify([caregiver, reason, explanation?.away])

t.test('a change writes only nights with another title or reason', async t => {
  const { db, planAndPush } = await household(t)
  await planAndPush()
  const since = Temporal.PlainDate.from('2026-11-20')
  const record = () => readNights(db, since, since.add({ days: 40 }))
  const decide = async (work: (trx: Transaction) => Promise<unknown>) => {
    const before = await record()
    await householdTransaction(db, work)
    const after = await record()
    const { calls } = await planAndPush()
    const differ = after.filter((night, index) => {
      const other = before[index]
      return other === undefined || shown(night) !== shown(other)
    })
    t.equal(calls, `${differ.length} PATCH`)
    return differ.length
  }
  const by = { now: evening, actor: { kind: 'person', email: 'alex@example.com' } } as const
  const idOn = async (index: number) => (await record())[index]?.id ?? 0n
  const writes = []
  for (const [index, name] of [
    [4, 'Grandma'],
    [9, 'Kim'],
  ] as const) {
    const id = await idOn(index)
    writes.push(await decide(trx => bookBabysitter(trx, { id, babysitter: { name }, ...by })))
  }
  const id = await idOn(4)
  writes.push(await decide(trx => unlockNight(trx, { id, ...by })))
  writes.push(await decide(trx => bookBabysitter(trx, { id, babysitter: { name: 'Kim' }, ...by })))
  t.same(writes, [3, 3, 6, 6])
})
