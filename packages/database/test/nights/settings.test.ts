import { transaction } from '@night-routine/database/connection'
import {
  readParents,
  readSettingsRow,
  saveLastPlannedOn,
  saveSettingsRow,
  seedHousehold,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

t.test('every first value can be given', async t => {
  const { db } = await testDatabase(t)
  const chosen = {
    lookAheadDays: 365,
    pastLimitDays: 0,
    updateFrequency: 'weekly',
    timeZone: 'Pacific/Kiritimati',
    dayTurnsAtHour: 0,
    weekStart: 7,
    language: 'fr',
    statisticsOrder: 'oldest',
    homeAssistant: false,
    publish: true,
    publishNames: 'initials',
    share: 60,
    weekdayWeights: [1, 1, 1, 1, 1.5, 1.5, 1],
  } as const
  await seedHousehold(db, { ...firstValues, ...chosen, unavailableWeekdays: { a: [3], b: [1, 7] } })
  t.match((await readSettingsRow(db)).values, chosen)
  const { a, b } = await readParents(db)
  t.same([a.unavailableWeekdays, b.unavailableWeekdays], [[3], [1, 7]])
})

t.test('seeding again, or twice at once, changes nothing that is there', async t => {
  const { db } = await testDatabase(t)
  await Promise.all([seedHousehold(db, firstValues), seedHousehold(db, firstValues)])
  const { installation } = await readSettingsRow(db)
  await seedHousehold(db, { ...firstValues, parentA: 'Sam', lookAheadDays: 7 })
  t.match(await readSettingsRow(db), { values: { lookAheadDays: 30 }, installation })
  t.equal((await readParents(db)).a.name, 'Alex')
})

t.test('the day of the last plan is remembered', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  await saveLastPlannedOn(db, day('2026-11-20'))
  t.equal(String((await readSettingsRow(db)).lastPlannedOn), '2026-11-20')
})

t.test('a service that runs while a migration adds a setting reads it from then on', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  await transaction(db, async trx => {
    await readSettingsRow(trx)
    await sql`alter table settings add column bedtime_hour smallint not null default 19`.execute(
      trx,
    )
    t.match(await readSettingsRow(trx), { values: { lookAheadDays: 30, bedtimeHour: 19 } })
    const { rows } = await sql`select count(*) from pg_prepared_statements
      where statement like 'select to_jsonb(settings)%'`.execute(trx)
    t.same(rows, [{ count: 1n }])
  })
})

t.test('settings can be changed by name; the others stay', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  await saveLastPlannedOn(db, day('2026-11-20'))
  const before = await readSettingsRow(db)
  const chosen = { lookAheadDays: 365, publish: true, countFrom: '2026-01-01' }
  await transaction(db, trx => saveSettingsRow(trx, chosen))
  const after = await readSettingsRow(db)
  t.same(plain(after.values), plain({ ...before.values, ...chosen }))
  t.same(plain(after), plain({ ...before, values: after.values }))
})

t.test('values outside their limits are refused by the database', async t => {
  const { db } = await testDatabase(t)
  for (const bad of [
    { lookAheadDays: 0 },
    { lookAheadDays: 366 },
    { share: 25 },
    { share: 75 },
    { share: 52 },
    { weekdayWeights: [1, 1, 1, 1, 1, 1] },
    { weekdayWeights: [1, 1, 1, 1, 1, 1, 1, 1] },
    { weekdayWeights: [1, 1, 1, 1, 1, 1, 1.25] },
    { weekdayWeights: [1, 1, 1, 1, 1, 1, null] },
    { pastLimitDays: -1 },
    { pastLimitDays: 31 },
    { dayTurnsAtHour: 24 },
    { weekStart: 0 },
    { timeZone: '' },
    { parentA: '' },
    { parentB: ' Robin' },
    { parentB: 'R'.repeat(81) },
    { unavailableWeekdays: { a: [8] } },
  ])
    await t.rejects(
      seedHousehold(db, { ...firstValues, ...bad }),
      { code: '23514' },
      JSON.stringify(bad),
    )
  await t.rejects(readSettingsRow(db), { message: /seed it first/ }, 'and nothing was written')
})

t.test('there is one household', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const second = sql`insert into settings (id, look_ahead_days, time_zone) values (2, 30, 'UTC')`
  await t.rejects(second.execute(db), { code: '23514' })
})
