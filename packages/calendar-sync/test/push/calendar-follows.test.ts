import {
  bookBabysitter,
  saveHouseholdSettings,
  undoLastChange,
  type HouseholdSettings,
} from '@night-routine/household'
import t from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { pusher, visible } from './pushing.ts'
import { by, livingHousehold, nightOn, now, someSettings } from '@night-routine/testing/household'

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
