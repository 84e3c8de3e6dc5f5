import {
  bookBabysitter,
  saveHouseholdSettings,
  undoLastChange,
  tonight,
  type HouseholdSettings,
  readSettings,
} from '@night-routine/household'
import t from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { pusher, visible } from './pushing.ts'
import {
  by,
  livingHousehold,
  nightOn,
  now,
  planAt,
  someSettings,
} from '@night-routine/testing/household'

/** A household whose calendar was filled two days ago and is up to date. */
async function connectedHousehold(t: Parameters<typeof livingHousehold>[0], lookAheadDays = 12) {
  const living = await livingHousehold(t, { lookAheadDays })
  const { db, change } = living
  const provider = await connectedProvider(t, db)
  const push = pusher(db, provider)
  await push({ at: now.subtract({ hours: 48 }) })
  await push()
  const save = (more: Partial<HouseholdSettings>) =>
    change(trx => {
      const settings = { ...someSettings, lookAheadDays, ...more }
      return saveHouseholdSettings(trx, { settings, ...by })
    })
  const titles = async () => visible(await provider.control.events('family'))
  const descriptions = async () =>
    (await provider.control.events('family'))
      .filter(({ status }) => status !== 'cancelled')
      .map(({ start, description }) => `${start.date ?? ''} ${description ?? ''}`)
      .toSorted()
  return { ...living, push, save, titles, descriptions }
}

function isAhead(title: string): boolean {
  return dateOf(title) >= '2026-11-20'
}

function dateOf(title: string): string {
  return title.slice(0, 10)
}

t.test('writes the titles of a booking and of its undo', async t => {
  const { db, change, push, titles } = await connectedHousehold(t)
  const { id } = await nightOn(db, '2026-11-23')
  const before = await titles()
  const booked = await change(trx =>
    bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }),
  )
  const { calls } = await push()
  t.ok(calls.length >= booked.changedNights.length)
  t.ok(calls.every(method => method === 'PATCH'))
  t.ok((await titles()).includes('2026-11-23 [Dana] 🌃👶Routine'))
  await change(trx => undoLastChange(trx, by))
  await push()
  t.same(await titles(), before)
  t.same((await push()).calls, [], 'nothing left to write')
})

t.test('writes a past night that a person changes', async t => {
  const { db, change, push, titles } = await connectedHousehold(t)
  const { id } = await nightOn(db, '2026-11-19')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  t.ok((await push()).calls.length > 0)
  t.ok((await titles()).includes('2026-11-19 [Dana] 🌃👶Routine'))
})

t.test('writes the new name of a parent to every future event', async t => {
  const { push, save, titles } = await connectedHousehold(t, 30)
  const { parents } = someSettings
  const before = await titles()
  await save({ parents: { ...parents, a: { ...parents.a, name: 'Sam' } } })
  const { calls } = await push()
  const renamed = before.filter(isAhead).map(title => title.replace('[Alex]', '[Sam]'))
  t.same((await titles()).filter(isAhead), renamed)
  t.ok(renamed.filter(title => title.includes('[Sam]')).length > 10)
  t.ok(
    calls.every(method => method === 'PATCH'),
    'the same events',
  )
  t.same((await push()).calls, [])
})

t.test('each planned night has exactly one event after a move to another time zone', async t => {
  const { db, push, save, titles, allNights } = await connectedHousehold(t)
  for (const timeZone of [
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/New_York',
    'Europe/Paris',
  ]) {
    await save({ timeZone })
    await push()
    const from = tonight(await readSettings(db), now).toString()
    const dates = (await titles()).map(dateOf)
    t.same(new Set(dates).size, dates.length, 'no duplicates')
    const planned = (await allNights()).map(({ night }) => night.toString())
    t.same(
      dates.filter(date => date >= from),
      planned.filter(date => date >= from),
      timeZone,
    )
    t.same((await push()).calls, [])
  }
})

t.test('a shorter look-ahead removes events, a longer one adds them again', async t => {
  const { db, push, save, titles } = await connectedHousehold(t)
  const before = await titles()
  await save({ lookAheadDays: 5 })
  await push()
  t.same(
    await titles(),
    before.filter(title => title < '2026-11-25'),
  )
  await save({ lookAheadDays: 12 })
  await planAt(db, now)
  await push()
  t.same((await titles()).map(dateOf), before.map(dateOf))
})

t.test(
  'another language rewrites future descriptions, and keeps titles and past nights',
  async t => {
    const { push, save, titles, descriptions } = await connectedHousehold(t)
    const before = { titles: await titles(), descriptions: await descriptions() }
    await save({ language: 'fr' })
    await push()
    t.same(await titles(), before.titles)
    const after = await descriptions()
    const past = before.descriptions.filter(line => !isAhead(line))
    t.ok(past.length > 0)
    t.same(
      after.filter(line => !isAhead(line)),
      past,
    )
    for (const line of after.filter(isAhead)) t.match(line, /soir|tour/, line)
    t.same((await push()).calls, [], 'once')
  },
)
