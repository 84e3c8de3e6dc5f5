import t from 'tap'
import { planAt } from '@night-routine/testing/household'
import { agrees, wholeHousehold } from './whole-household.ts'

const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris', 'Pacific/Kiritimati']

const before = process.env['TZ']
t.teardown(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

// In npm test the pages and the calendar settle in one order in each zone of the process, in the long tests in both.
for (const [processZone, order] of Object.entries({
  'Pacific/Auckland': false,
  'America/Los_Angeles': true,
}))
  for (const reversed of process.env['LONG_TESTS'] === undefined ? [order] : [false, true])
    t.test(`other time zones and hours when the day turns, in ${processZone}`, async t => {
      process.env['TZ'] = processZone
      t.equal(Temporal.Now.timeZoneId(), processZone)
      const household = await wholeHousehold(t, { timeZone: 'Europe/Paris' })
      await household.wait({ hours: 72 + (reversed ? 12 : 0) })
      const oldest = (await household.tonight()).subtract({ days: 1 }).toString()
      const over = async () =>
        (await household.past()).filter(({ start }) => (start.date ?? '') < oldest)
      const past = await over()
      t.ok(past.length > 0)
      for (const timeZone of zones)
        for (const dayTurnsAtHour of [0, 6, 4]) {
          await household.change({ timeZone, dayTurnsAtHour })
          await household.waitUntilIdle({ reversed })
          await agrees(t, household, `${timeZone} ${dayTurnsAtHour}`)
          t.same(await over(), past, 'past nights are unchanged in every calendar')
        }
      await household.change({ timeZone: 'Pacific/Pago_Pago' })
      await household.waitUntilIdle({ reversed })
      await planAt(household.db, household.now())
      await household.waitUntilIdle({ reversed })
      await agrees(t, household, 'planned again a day earlier')
    })
