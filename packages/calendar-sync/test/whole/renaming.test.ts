import { readAssigned } from '@night-routine/database/nights'
import t from 'tap'
import { plain } from '@night-routine/testing/household'
import { agrees, wholeHousehold } from './whole-household.ts'

const names = (a: string, b: string) => ({
  parents: {
    a: { name: a, unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { name: b, unavailableWeekdays: [], ratherNotWeekdays: [] },
  },
})

// Two years with a horizon of one year in the long tests, two months with one of a month in npm test.
const horizon = process.env['LONG_TESTS'] === undefined ? 30 : 360

t.test('renaming a parent keeps counts and past nights', async t => {
  const household = await wholeHousehold(t, { lookAheadDays: horizon })
  const { change, db, waitUntilIdle, wait } = household
  // Longer steps look like a wrong clock.
  for (let days = 0; days < 2 * horizon; days += 30) await wait({ hours: 24 * 30 })
  const tonightsDate = await household.tonight()
  const from = tonightsDate.subtract({ days: 2 * horizon })
  const counts = async () => plain(await readAssigned(db, { from, to: tonightsDate }))
  const [before, past] = [await counts(), await household.past()]
  t.equal(past.length, 2 * horizon)

  for (const [a, b] of [
    ['Alexandra', 'Robin'],
    ['Robin', 'Alexandra'],
  ] as const) {
    await change(names(a, b))
    await waitUntilIdle()
    await agrees(t, household, `${a} and ${b}`)
    t.same(await counts(), before, 'counts follow the person')
    const limit = tonightsDate.subtract({ days: 5 }).toString()
    const isOld = ({ start }: { start: { date?: string } }) => (start.date ?? '') < limit
    const now = await household.past()
    t.same(now.filter(isOld), past.filter(isOld), 'older nights keep the earlier name')
    t.equal(now.length, past.length)
    const shown = now.filter(event => !isOld(event)).map(({ summary }) => summary)
    t.notMatch(shown.join(), '[Alex]', 'changeable nights get the new one')
  }
})
