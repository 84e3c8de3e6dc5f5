import { readNotices } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { bookBabysitter } from '@night-routine/household'
import t from 'tap'
import { alex, nightOn } from '@night-routine/testing/household'
import { now } from '../push/pushing.ts'
import { livingCalendar } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

type Living = Awaited<ReturnType<typeof livingCalendar>>

const book = ({ db }: Living, date: string, name: string) =>
  householdTransaction(db, async trx => {
    const { id } = await nightOn(db, date)
    return bookBabysitter(trx, { now, actor: alex, id, babysitter: { name } })
  })

t.test('the calendar wins over a simultaneous click, with a notice', async t => {
  for (const pushFirst of [true, false]) {
    const household = await livingCalendar(t)
    const { edit, push, pull, events, notices, waitUntilIdle } = household
    await edit('2026-11-21', { summary: '[Grandma]' })
    await book(household, '2026-11-21', 'Kim')
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
    await book(household, '2026-11-21', 'Kim')
    await push()
    await edit('2026-11-21', { summary: '[Grandma]' })
    await waitUntilIdle()
    t.match((await household.nights())[1], /Grandma/)
    await edit('2026-11-22', { summary: '[Sam]' })
    await waitUntilIdle()
    await edit('2026-11-22', { summary: '[Kim]' })
    await waitUntilIdle()
    await edit('2026-11-23', { summary: '[Kim]' })
    await book(household, '2026-11-23', 'Kim')
    await waitUntilIdle()
    t.same(await notices(), [])
  },
)
