import { transaction } from '@night-routine/database/connection'
import { saveLastPlannedOn } from '@night-routine/database/nights'
import { readSettings, saveSettings, type HouseholdSettings } from '@night-routine/household'
import { initialSettings, plain } from '@night-routine/testing/household'
import { seededDatabase } from '../shared-household.ts'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'

t.test('a column takes the initial value of its setting', async t => {
  const given = { timeZone: 'Europe/Paris', lookAheadDays: 30 }
  const db = await seededDatabase(given)
  const { installation, ...settings } = await readSettings(db)
  t.same(plain(settings), plain({ ...initialSettings, ...given, lastPlannedOn: null }))
  t.match(installation, /^[0-9a-f-]{36}$/)
})

t.test('every setting can be changed; what is no setting stays', async t => {
  const db = await seededDatabase()
  await saveLastPlannedOn(db, day('2026-11-20'))
  const before = await readSettings(db)
  const chosen = {
    share: 30,
    weekdayWeights: [1, 1.5, 2, 2.5, 3, 1, 1],
    agreements: [
      { from: day('2026-03-01'), share: 60, weekdayWeights: [1, 1, 1, 1, 1.5, 1, 1], turns: null },
      {
        from: day('2026-09-01'),
        share: 50,
        weekdayWeights: [1, 1, 1, 1, 1, 1, 1],
        turns: { parent: 'b', weekday: 5, weeks: 1, isMadeGood: false },
      },
    ],
    lookAheadDays: 365,
    pastLimitDays: 0,
    updateFrequency: 'disabled',
    timeZone: 'Pacific/Kiritimati',
    dayTurnsAtHour: 0,
    weekStart: 7,
    language: 'fr',
    statisticsOrder: 'oldest',
    publish: true,
    publishNames: 'initials',
    countFrom: day('2026-01-01'),
  } satisfies Partial<HouseholdSettings>
  await transaction(db, trx => saveSettings(trx, { ...initialSettings, ...chosen }))
  const { installation, lastPlannedOn } = before
  const expected = { ...initialSettings, ...chosen, installation, lastPlannedOn }
  t.same(plain(await readSettings(db)), plain(expected))
  await transaction(db, trx => saveSettings(trx, before))
  t.same(plain(await readSettings(db)), plain(before))
})
