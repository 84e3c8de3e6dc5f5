import type { CalendarPort } from '@night-routine/calendar'
import t from 'tap'
import { saveCalendar, readNotices } from '@night-routine/database/calendar'
import {
  transaction,
  householdTransaction,
  type Database,
} from '@night-routine/database/connection'
import { giveNight, bookBabysitter } from '@night-routine/household'
import { by, nightOn } from '@night-routine/testing/household'
import { failure } from '../failure.ts'
import { sameParts } from '../same-parts.ts'
import { livingCalendar, lookAhead, routine } from './living-calendar.ts'

/** A calendar where something happens between a read of changes and its response. */
function meanwhile(calendar: CalendarPort, happens: () => Promise<unknown>): CalendarPort {
  return {
    ...calendar,
    async listChanges(...args) {
      const changes = await calendar.listChanges(...args)
      await happens()
      return changes
    },
  }
}

/** Books a babysitter on a page. */
async function book(db: Database, night: string, name: string) {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => bookBabysitter(trx, { id, babysitter: { name }, ...by }))
}

/** Gives a night to a parent on a page. */
async function give(db: Database, night: string, to: 'a' | 'b') {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => giveNight(trx, { id, to, ...by }))
}

t.test('two simultaneous pulls apply each edit once', async t => {
  const { db, edit, history, nights, pull, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-24', { summary: '[Dana]' })
  await edit('2026-11-25', { summary: '[Kim]' })
  const outcomes = await Promise.all([pull(), pull(), pull()])
  const followed = outcomes.filter(({ verdicts }) => verdicts.babysitter === 2)
  t.equal(followed.length, 1)
  await waitUntilIdle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
  t.same(await history(), ['babysitter-booked 2026-11-24', 'babysitter-booked 2026-11-25'])
  t.equal((await db.selectFrom('notices').selectAll().execute()).length, 0)
})

t.test('a pull that lost its lease saves nothing', async t => {
  const { calendar, edit, nights, pull, token } = await livingCalendar(t)
  const before = [await nights(), await token()]
  await edit('2026-11-25', { summary: '[Kim]' })
  let lost = false
  const check = () => {
    if (lost) throw new Error('lost')
  }
  const losing = meanwhile(calendar, async () => {
    lost = true
  })
  t.match(await failure(pull({ calendar: losing, check })), { message: 'lost' })
  t.same([await nights(), await token()], before)
})

t.test('ignores a read when another calendar was selected meanwhile', async t => {
  const { calendar, control, db, edit, events, nights, pull, push } = await livingCalendar(t)
  await control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner' },
  })
  const before = await nights()
  await edit('2026-11-25', { summary: '[Kim]' })
  const select = () =>
    transaction(db, trx => saveCalendar(trx, { calendarId: 'second', calendarName: 'Second' }))
  sameParts(t, await pull({ calendar: meanwhile(calendar, select) }), { verdicts: {} })
  t.same(await nights(), before)
  await push()
  t.same(await events(), [], 'no event of ours stays in the previous calendar')
  t.match(await pull(), { everything: true, verdicts: { echo: 6 } })
})

t.test('an edit that a pull read during a push survives a removal', async t => {
  const { calendar, db, edit, nights, pull, push, remove, waitUntilIdle } = await livingCalendar(t)
  const shown = await nights()
  await give(db, '2026-11-21', shown[1]?.endsWith(' a') ? 'b' : 'a')
  // Its numbers have changed, so its event is written; its caregiver is the same.
  const kept = (await nights()).slice(2).find(night => shown.includes(night)) ?? ''
  const [night = ''] = kept.split(' ')
  let started = false
  await push({
    calendar: {
      ...calendar,
      async updateEvent(calendarId, etag, draft) {
        if (draft.night.toString() === night && !started) {
          started = true
          await edit(night, { summary: '[Noor]' })
          t.match(await pull(), { verdicts: { babysitter: 1 } })
          await remove(night)
        }
        return calendar.updateEvent(calendarId, etag, draft)
      },
    },
  })
  t.ok(started)
  await waitUntilIdle()
  t.ok((await nights()).includes(`${night} Noor (locked)`))
})

t.test('does not judge a version that a push has overwritten', async t => {
  const { calendar, control, db, edit, history, nights, pull, push, requested, waitUntilIdle } =
    await livingCalendar(t)
  await edit('2026-11-25', { summary: '' })
  t.match(await pull(), { verdicts: { restore: 1 } })
  await control.expireSyncTokens()
  const pulls = await requested('pull')
  sameParts(t, await pull({ calendar: meanwhile(calendar, push) }), { verdicts: {} })
  t.equal(await requested('pull'), pulls + 1, 'another pull is requested')
  await give(db, '2026-11-25', 'a')
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-25 a (locked)'), 'our text was not taken for an edit')
  t.same(await history(), ['edit-rejected 2026-11-25', 'night-given 2026-11-25'])
})

t.test('a pull recognizes an update whose response was lost', async t => {
  const { control, db, events, history, nights, pull, push } = await livingCalendar(t)
  await book(db, '2026-11-25', 'Kim')
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  await give(db, '2026-11-25', 'b')
  t.match(await pull(), { verdicts: { ours: 1 } }, 'although the plan changed since')
  await push()
  t.ok((await nights()).includes('2026-11-25 b (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Robin] ${routine}`))
  t.same(await history(), ['babysitter-booked 2026-11-25', 'night-given 2026-11-25'])
  sameParts(t, await push(), { calls: [] })
})

t.test('recognizes our return to an earlier text whose response was lost', async t => {
  const { control, db, edit, events, nights, pull, push } = await livingCalendar(t)
  await edit('2026-11-25', { summary: '[Kim]' })
  await pull()
  await give(db, '2026-11-25', 'b')
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  await give(db, '2026-11-25', 'a')
  t.match(await pull(), { verdicts: { ours: 1 } })
  await push()
  t.ok((await nights()).includes('2026-11-25 a (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Alex] ${routine}`))
})

t.test('keeps an edit of a night that has just left the plan', async t => {
  for (const first of ['pull', 'push'] as const) {
    const { db, edit, events, nights, pull, push, waitUntilIdle } = await livingCalendar(t)
    await lookAhead(db, 4)
    await edit('2026-11-25', { summary: '[Kim]' })
    await { pull, push }[first]()
    await waitUntilIdle()
    t.same((await nights()).slice(4), ['2026-11-25 Kim (locked)'], first)
    t.same((await events()).slice(4), [`2026-11-25 [Kim] ${routine}`])
  }
})

t.test('the calendar wins over a simultaneous click, with a notice', async t => {
  for (const pushFirst of [true, false]) {
    const household = await livingCalendar(t)
    const { edit, push, pull, events, notices, waitUntilIdle } = household
    await edit('2026-11-21', { summary: '[Grandma]' })
    await book(household.db, '2026-11-21', 'Kim')
    if (pushFirst) sameParts(t, await push(), { skipped: ['2026-11-21'] })
    await pull()
    await waitUntilIdle()
    t.match((await events())[1], /\[Grandma\]/)
    t.match((await household.nights())[1], /Grandma/)
    t.same(await notices(), ['overtaken 2026-11-21'])
    t.match(await readNotices(household.db), [{ data: { title: '[Grandma]' } }])
  }
})

t.test(
  'an edit of a choice that the calendar showed, or that agrees, raises no notice',
  async t => {
    const household = await livingCalendar(t)
    const { edit, push, waitUntilIdle, notices } = household
    await book(household.db, '2026-11-21', 'Kim')
    await push()
    await edit('2026-11-21', { summary: '[Grandma]' })
    await waitUntilIdle()
    t.match((await household.nights())[1], /Grandma/)
    await edit('2026-11-22', { summary: '[Sam]' })
    await waitUntilIdle()
    await edit('2026-11-22', { summary: '[Kim]' })
    await waitUntilIdle()
    await edit('2026-11-23', { summary: '[Kim]' })
    await book(household.db, '2026-11-23', 'Kim')
    await waitUntilIdle()
    t.same(await notices(), [])
  },
)
