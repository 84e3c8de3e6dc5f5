import { readCalendarEvents, readNotices } from '@night-routine/database/calendar'
import { requestJob } from '@night-routine/database/jobs'
import t from 'tap'
import { agrees, wholeHousehold, type WholeHousehold } from './whole-household.ts'

const kinds = async ({ db }: WholeHousehold) => (await readNotices(db)).map(({ kind }) => kind)

const pullNow = async ({ db, run }: WholeHousehold) => {
  await requestJob(db, 'pull')
  await run('pull')
}

t.test('an event that we remove is not taken for a removal by the family', async t => {
  const household = await wholeHousehold(t)
  household.through({
    async removeEvent(...args) {
      await household.calendar.removeEvent(...args)
      await pullNow(household)
    },
  })
  await household.change({ lookAheadDays: 5 })
  await household.waitUntilIdle()
  await agrees(t, household, 'a shorter plan')
  t.same(await kinds(household), [])
  const states = (await readCalendarEvents(household.db, 'family')).map(({ state }) => state)
  t.same(states.slice(5), ['removed', 'removed', 'removed'])
})

t.test('a removal that was cut short goes on, and its night comes back under a new id', async t => {
  for (const [when, nights] of [
    ['before', 5],
    ['after', 8],
  ] as const) {
    const household = await wholeHousehold(t)
    household.through({
      async removeEvent(...args) {
        if (when === 'after') await household.calendar.removeEvent(...args)
        throw new Error('killed')
      },
    })
    await household.change({ lookAheadDays: 5 })
    await t.rejects(household.waitUntilIdle(), { message: 'killed' })
    household.through({})
    await pullNow(household)
    await household.change({ lookAheadDays: nights })
    await requestJob(household.db, 'push')
    await household.waitUntilIdle()
    await agrees(t, household, `killed ${when} the request, then ${nights} nights`)
    t.same(await kinds(household), [])
    const history = await household.db.selectFrom('history').select('action').execute()
    t.notOk(history.some(({ action }) => action === 'event-restored'))
  }
})
