import { readRecord } from '@night-routine/database'
import t from 'tap'
import { plain } from '@night-routine/household/testing'
import { agrees, wholeHousehold } from './whole-household.ts'

const names = (a: string, b: string) => ({
  parents: { a: { name: a, unavailableWeekdays: [] }, b: { name: b, unavailableWeekdays: [] } },
})

t.test('renaming a parent after two years keeps counts and past nights', async t => {
  const household = await wholeHousehold(t, { lookAheadDays: 365 })
  const { change, db, settle, wait } = household
  for (let year = 0; year < 2; year += 1) await wait({ hours: 24 * 365 })
  const tonightsDate = await household.tonight()
  const counts = async () => plain(await readRecord(db, { from: null, before: tonightsDate }))
  const [before, past] = [await counts(), await household.past()]
  t.equal(past.length, 2 * 365)

  for (const [a, b] of [
    ['Alexandra', 'Robin'],
    ['Robin', 'Alexandra'],
  ] as const) {
    await change(names(a, b))
    await settle()
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
