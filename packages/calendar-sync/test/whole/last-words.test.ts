import { householdTransaction, readNights } from '@night-routine/database'
import { askToDisconnect } from '@night-routine/calendar-sync'
import t from 'tap'
import { alex } from '@night-routine/household/testing'
import { agrees, wholeHousehold, type WholeHousehold } from './whole-household.ts'

const days = [1, 2, 3, 4] as const

/** Edits of four nights that no pull has read: two titles swapped, a babysitter, an unreadable one. */
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
  const wished = [`${swapped(0)} fixed`, `${swapped(1)} fixed`, 'Kim fixed']
  return async () => {
    const after = await readNights(db, first, first.add({ days: days.length - 1 }))
    const now = after.map(({ caregiver, babysitterName, override }) => {
      return `${babysitterName ?? String(caregiver)}${override ? ' fixed' : ''}`
    })
    return { wished, now: now.slice(0, 3), unreadable: after[3]?.override }
  }
}

t.test('what people wrote last moves with the plan to another calendar', async t => {
  for (const reversed of [false, true]) {
    const household = await wholeHousehold(t)
    const compare = await editUnread(household)
    await household.select('second')
    await household.settle({ reversed })
    const { wished, now, unreadable } = await compare()
    t.same(now, wished)
    t.equal(unreadable, false, 'a title that says nothing decides nothing')
    await agrees(t, household, 'afterwards')
  }
})

t.test('killed after it was followed, it is followed once', async t => {
  const household = await wholeHousehold(t)
  const compare = await editUnread(household)
  await household.select('second')
  let removals = 0
  household.through({
    removeEvent: async (...event) => {
      removals += 1
      // The edited ones come last; the first of them is never removed.
      if (removals > 8) throw new Error('killed')
      return household.calendar.removeEvent(...event)
    },
  })
  await t.rejects(household.run('push'), { message: 'killed' })
  household.through({})
  await household.settle()
  const { wished, now } = await compare()
  t.same(now, wished)
  await agrees(t, household, 'afterwards')
})

t.test('disconnecting learns them as well', async t => {
  const household = await wholeHousehold(t)
  const compare = await editUnread(household)
  await householdTransaction(household.db, trx =>
    askToDisconnect(trx, { now: household.now(), author: alex }),
  )
  await household.settle()
  const { wished, now } = await compare()
  t.same(now, wished)
  t.match(await household.compare(), { selected: [], elsewhere: [] })
})
