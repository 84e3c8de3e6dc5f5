import { readNights } from '@night-routine/database/nights'
import t from 'tap'
import { agrees, wholeHousehold, type WholeHousehold } from './whole-household.ts'

const days = [1, 2, 3, 4] as const

/** Unread edits of four nights: two titles swapped, a babysitter, an unreadable one. */
async function editUnread({ control, db, eventId, tonight }: WholeHousehold) {
  const first = (await tonight()).add({ days: 1 })
  const before = await readNights(db, first, first.add({ days: 3 }))
  const other = (index: number) => (before[index]?.caregiver === 'a' ? '[Robin]' : '[Alex]')
  const titles = [other(0), other(1), '[Kim]', 'who knows']
  for (const [index, summary] of titles.entries())
    await control.editEvent('family', await eventId('family', first.add({ days: index })), {
      summary,
    })
  const swapped = (index: number) => (before[index]?.caregiver === 'a' ? 'b' : 'a')
  const edited = [`${swapped(0)} locked`, `${swapped(1)} locked`, 'Kim locked']
  return async () => {
    const after = await readNights(db, first, first.add({ days: days.length - 1 }))
    const now = after.map(({ caregiver, babysitter, override }) => {
      return `${babysitter?.name ?? String(caregiver)}${override ? ' locked' : ''}`
    })
    return { edited, now: now.slice(0, 3), unreadable: after[3]?.override }
  }
}

t.test('applies unread edits before the calendar changes', async t => {
  const household = await wholeHousehold(t)
  const compare = await editUnread(household)
  await household.select('second')
  await household.waitUntilIdle({ reversed: true })
  const { edited, now, unreadable } = await compare()
  t.same(now, edited)
  t.equal(unreadable, false, 'an unreadable title decides nothing')
  await agrees(t, household, 'afterwards')
})

t.test('applies an unread edit once, even after a kill', async t => {
  const household = await wholeHousehold(t)
  const compare = await editUnread(household)
  await household.select('second')
  let removals = 0
  household.through({
    removeEvent: async (...event) => {
      removals += 1
      // The edited ones come last, and the first of them is never removed.
      if (removals > 8) throw new Error('killed')
      return household.calendar.removeEvent(...event)
    },
  })
  await t.rejects(household.run('push'), { message: 'killed' })
  household.through({})
  await household.waitUntilIdle()
  const { edited, now } = await compare()
  t.same(now, edited)
  await agrees(t, household, 'afterwards')
})
