import { transaction } from '@night-routine/database/connection'
import {
  readParents,
  readSettingsRow,
  saveLastPlannedOn,
  saveParents,
  saveSettingsRow,
  seedHousehold,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

t.test('every first value can be given, and seeding again changes nothing', async t => {
  const { db } = await testDatabase(t)
  await t.rejects(readParents(db), { message: /seed it first/ })
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
  // 80 characters of any script have room.
  const parentA = '👩‍🍼'.repeat(26)
  const unavailableWeekdays = { b: [1, 7] }
  const seed = () => seedHousehold(db, { ...firstValues, ...chosen, parentA, unavailableWeekdays })
  await Promise.all([seed(), seed()])
  const before = await readSettingsRow(db)
  t.match(before.values, chosen)
  await seedHousehold(db, { ...firstValues, parentA: 'Sam', lookAheadDays: 7 })
  t.same(plain(await readSettingsRow(db)), plain(before))
  t.same(await readParents(db), {
    a: { id: 'a', name: parentA, unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { id: 'b', name: 'Robin', unavailableWeekdays: [1, 7], ratherNotWeekdays: [] },
  })
})

t.test('names and weekdays are changed together', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const names = {
    a: { name: 'Sam', unavailableWeekdays: [6, 7], ratherNotWeekdays: [1] },
    b: { name: 'Robin', unavailableWeekdays: [], ratherNotWeekdays: [] },
  }
  await transaction(db, trx => saveParents(trx, names))
  t.same(await readParents(db), { a: { id: 'a', ...names.a }, b: { id: 'b', ...names.b } })
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
  t.equal(String(before.lastPlannedOn), '2026-11-20')
  const chosen = { lookAheadDays: 365, publish: true, countFrom: '2026-01-01' }
  await transaction(db, trx => saveSettingsRow(trx, chosen))
  const after = await readSettingsRow(db)
  t.same(plain(after.values), plain({ ...before.values, ...chosen }))
  t.same(plain(after), plain({ ...before, values: after.values }))
})

t.test('values outside their limits are refused, and a second household', async t => {
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

  await seedHousehold(db, firstValues)
  const second = sql`insert into settings (id, look_ahead_days, time_zone) values (2, 30, 'UTC')`
  await t.rejects(second.execute(db), { code: '23514' })
})
