import { bookBabysitter, giveNight, previewNight } from '@night-routine/household'
import t from 'tap'
import {
  alex,
  by,
  nightOn,
  now,
  parentsNight,
  plain,
  shownNight,
} from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const otherOf = (caregiver: unknown) => (caregiver === 'a' ? 'b' : 'a')

t.test('booking a babysitter locks the night, which counts for neither parent', async t => {
  const { db, change, history, pushRequests } = await livingHousehold()
  const before = await nightOn(db, '2026-11-23')
  const requests = await pushRequests()
  const outcome = await change(trx =>
    bookBabysitter(trx, { id: before.id, babysitter: { name: ' Dana ' }, ...by }),
  )
  t.match(plain(outcome.night), {
    id: `${before.id}n`,
    night: '2026-11-23',
    caregiver: 'babysitter',
    babysitter: { name: 'Dana' },
    reason: 'Override',
    override: true,
    decidedOn: '2026-11-20',
    explanation: { ...(plain(before.explanation) as object), reason: 'Override' },
  })
  t.same(plain(outcome.night), plain(await nightOn(db, '2026-11-23')), 'as it is stored')
  t.ok(outcome.changedNights.some(night => night.equals(before.night)))
  const [entry] = (await history()).filter(({ change: uuid }) => uuid === outcome.change)
  t.match(plain(entry), {
    at: now.toString(),
    actorKind: 'person',
    actor: alex.email,
    action: 'babysitter-booked',
    night: '2026-11-23',
    before: { caregiver: before.caregiver, override: false },
    after: { caregiver: 'babysitter', babysitterName: 'Dana', override: true },
  })
  t.ok((await pushRequests()) > requests, 'a push is requested')
})

t.test('the preview of a choice shows what the change does, on a past night too', async t => {
  for (const date of ['2026-11-23', '2026-11-18']) {
    const { db, change, shown } = await livingHousehold()
    const night = await parentsNight(db, date)
    const to = otherOf(night.caregiver)
    const before = await shown()
    const previews = await previewNight(db, { id: night.id, now })
    t.same(await shown(), before, 'a preview writes nothing')
    const { changedNights } = await change(trx => giveNight(trx, { id: night.id, to, ...by }))
    const others = (dates: readonly Temporal.PlainDate[]) =>
      plain(dates.filter(each => !each.equals(night.night)))
    t.same(
      others((previews.give[to]?.changed ?? []).map(each => each.night)),
      others(changedNights),
      date,
    )
  }
})

t.test('the new plan is part of the change', async t => {
  const { db, change, history } = await livingHousehold()
  for (const date of ['2026-11-21', '2026-11-23', '2026-11-25', '2026-11-27']) {
    const { id } = await nightOn(db, date)
    const outcome = await change(trx => giveNight(trx, { id, to: 'a', ...by }))
    const entries = (await history()).filter(({ change: uuid }) => uuid === outcome.change)
    const named = entries.flatMap(({ night }) => night?.toString() ?? []).toSorted()
    const changed = plain(outcome.changedNights) as string[]
    t.same(
      changed.filter(night => !named.includes(night)),
      [],
    )
    t.ok(entries.every(({ actor }) => actor === alex.email))
  }
  t.match(
    await history().then(entries => entries.filter(({ action }) => action === 'night-replanned')),
    [{ change: String }],
    'many nights for one parent move others',
  )
})

t.test('the same request again has the same result and adds no entry', async t => {
  const { db, change, history, allNights } = await livingHousehold()
  const { id, caregiver } = await nightOn(db, '2026-11-23')
  const requests = [
    () => change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by })),
    () => change(trx => giveNight(trx, { id, to: otherOf(caregiver), ...by })),
    () => change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Kim' }, ...by })),
  ]
  for (const request of requests) {
    const first = plain(await request())
    const [nights, entries] = [plain(await allNights()), (await history()).length]
    t.same(plain(await request()), first)
    t.same(plain(await allNights()), nights)
    t.equal((await history()).length, entries)
  }
})

t.test('a night can be locked for its planned parent', async t => {
  const { db, change } = await livingHousehold()
  const { id, caregiver } = await parentsNight(db, '2026-11-23')
  const { night, changedNights } = await change(trx => giveNight(trx, { id, to: caregiver, ...by }))
  t.match(night, { caregiver, override: true, reason: 'Override' })
  t.same(changedNights, [], 'no other night changes')
})

t.test('an open night can be given to an absent parent', async t => {
  const { db, change } = await livingHousehold({ unavailableWeekdays: { a: [3], b: [3] } })
  const wednesday = await nightOn(db, '2026-11-25')
  t.equal(wednesday.caregiver, null)
  const { night } = await change(trx => giveNight(trx, { id: wednesday.id, to: 'a', ...by }))
  t.match(night, { caregiver: 'a', override: true })
  const next = await nightOn(db, '2026-12-02')
  t.match(
    (await change(trx => bookBabysitter(trx, { id: next.id, babysitter: { name: 'Dana' }, ...by })))
      .night,
    {
      babysitter: { name: 'Dana' },
    },
  )
})

t.test('tonight and nights within the past limit can be changed, and older ones stay', async t => {
  for (const date of ['2026-11-20', '2026-11-19', '2026-11-15']) {
    const { db, change, allNights } = await livingHousehold()
    const before = await nightOn(db, date)
    const others = async () =>
      (await allNights())
        .filter(({ night }) => night.toString() <= '2026-11-20' && night.toString() !== date)
        .map(shownNight)
    const past = await others()
    const to = otherOf(before.caregiver)
    const { night } = await change(trx => giveNight(trx, { id: before.id, to, ...by }))
    t.match(night, { caregiver: to, override: true })
    t.same(await others(), past, date)
  }
})

t.test('a refused change writes nothing', async t => {
  const { db, change, history, allNights, pushRequests } = await livingHousehold()
  const old = await nightOn(db, '2026-11-14')
  const { id } = await nightOn(db, '2026-11-23')
  const look = async () => plain([await allNights(), await history(), await pushRequests()])
  const before = await look()
  const book = (night: bigint, name: string) =>
    refusalOf(() => change(trx => bookBabysitter(trx, { id: night, babysitter: { name }, ...by })))
  t.match(await book(999n, 'Dana'), { reason: 'unknown-night', field: 'id' })
  t.match(await book(old.id, 'Dana'), {
    reason: 'too-old',
    field: 'id',
    message: 'Nights before Sunday 15 November can no longer be changed.',
  })
  t.match(await book(id, 'robin'), { reason: 'not-allowed', field: 'name' })
  t.match(await book(id, ''), { reason: 'not-allowed', message: 'Enter a name.' })
  t.match(await refusalOf(() => change(trx => giveNight(trx, { id: old.id, to: 'a', ...by }))), {
    reason: 'too-old',
  })
  t.same(await look(), before)
})
