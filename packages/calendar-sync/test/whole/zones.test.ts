import t from 'tap'
import { planAt } from '@night-routine/testing/household'
import { agrees, wholeHousehold } from './whole-household.ts'

// In npm test the pages and the calendar settle in one order at each hour, in the long tests in both.
const isLong = process.env['LONG_TESTS'] !== undefined

t.test('survives changes of the time zone and of the hour when the day turns', async t => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris', 'Pacific/Kiritimati']
  for (const hours of [0, 12])
    for (const reversed of isLong ? [false, true] : [hours === 12]) {
      const household = await wholeHousehold(t, { timeZone: 'Europe/Paris' })
      await household.wait({ hours: 72 + hours })
      const oldest = (await household.tonight()).subtract({ days: 1 }).toString()
      const over = async () =>
        (await household.past()).filter(({ start }) => (start.date ?? '') < oldest)
      const past = await over()
      t.ok(past.length > 0)
      for (const timeZone of zones)
        for (const dayTurnsAtHour of [0, 6, 4]) {
          await household.change({ timeZone, dayTurnsAtHour })
          await household.waitUntilIdle({ reversed })
          await agrees(t, household, `${timeZone} ${dayTurnsAtHour} after ${hours} h`)
          t.same(await over(), past, 'past nights are unchanged in every calendar')
        }
    }
})

t.test('plans no night twice when the date goes back', async t => {
  const household = await wholeHousehold(t, { timeZone: 'Pacific/Kiritimati' })
  await household.change({ timeZone: 'Pacific/Pago_Pago' })
  await household.waitUntilIdle()
  await agrees(t, household, 'a day earlier')
  await planAt(household.db, household.now())
  await household.waitUntilIdle()
  await agrees(t, household, 'planned again')
})
