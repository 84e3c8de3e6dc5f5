import t from 'tap'
import type { HouseholdSettings } from '@night-routine/household'
import { checkedSettings } from '../../src/changes/check-settings.ts'
import { day } from '../planning/stored-nights.ts'
import { plain, someSettings } from '@night-routine/testing/household'
import { refusalOf } from './refusal-of.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

function parents(a: Partial<HouseholdSettings['parents']['a']>, b: typeof a = {}) {
  const { parents: people } = someSettings
  return { parents: { a: { ...people.a, ...a }, b: { ...people.b, ...b } } }
}

/** The invalid fields. */
async function faults(more: Partial<HouseholdSettings>) {
  const refused = await refusalOf(() => checkedSettings({ ...someSettings, ...more }))
  return refused.faults.map(({ field }) => field)
}

function taken(more: Partial<HouseholdSettings>) {
  return checkedSettings({ ...someSettings, ...more })
}

t.test('accepts every value within its limits', async t => {
  for (const more of [
    {},
    { lookAheadDays: 1, pastLimitDays: 0, dayTurnsAtHour: 0, weekStart: 7 },
    { lookAheadDays: 365, pastLimitDays: 30, dayTurnsAtHour: 23 },
    { updateFrequency: 'disabled' as const, statisticsOrder: 'oldest' as const },
    { publish: true, publishNames: 'initials' as const, countFrom: day('2026-01-01') },
    { share: 30, weekdayWeights: [3, 2.5, 2, 1.5, 1, 1, 1] },
    { share: 70 },
    parents({ name: null }),
    parents({ unavailableWeekdays: everyDay }, { unavailableWeekdays: [1, 2, 3, 4, 5, 6] }),
    parents(
      { unavailableWeekdays: [3], ratherNotWeekdays: everyDay },
      { ratherNotWeekdays: everyDay },
    ),
  ])
    t.same(plain(taken(more)), plain({ ...someSettings, ...more }))
})

t.test('accepts any name of a time zone', async t => {
  for (const timeZone of [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ])
    if (taken({ timeZone }).timeZone !== timeZone) t.fail(timeZone)
  for (const timeZone of ['Mars/Base', '', '+01:00', 'Europe/Paris ', '../etc/passwd', 'Paris'])
    t.same(await faults({ timeZone }), ['timeZone'], timeZone)
})

t.test('reports each invalid field', async t => {
  const rows: [Partial<HouseholdSettings>, string[]][] = [
    [{ lookAheadDays: 0 }, ['lookAheadDays']],
    [{ share: 25 }, ['share']],
    [{ share: 75 }, ['share']],
    [{ share: 52 }, ['share']],
    [{ weekdayWeights: [1, 1, 1, 1, 1, 1] }, ['weekdayWeights']],
    [{ weekdayWeights: [1, 1, 1, 1, 1, 1, 1, 1] }, ['weekdayWeights']],
    [{ weekdayWeights: [1, 1, 1, 1, 1, 1, 0.5] }, ['weekdayWeights']],
    [{ weekdayWeights: [3.5, 1, 1, 1, 1, 1, 1] }, ['weekdayWeights']],
    [{ lookAheadDays: 366 }, ['lookAheadDays']],
    [{ lookAheadDays: 1.5 }, ['lookAheadDays']],
    [{ lookAheadDays: Number.NaN }, ['lookAheadDays']],
    [{ pastLimitDays: -1 }, ['pastLimitDays']],
    [{ pastLimitDays: 31 }, ['pastLimitDays']],
    [{ dayTurnsAtHour: 24 }, ['dayTurnsAtHour']],
    [{ weekStart: 0 }, ['weekStart']],
    [{ language: 'tlh' }, ['language']],
    [{ countFrom: day('1999-12-31') }, ['countFrom']],
    [{ updateFrequency: 'hourly' as 'daily' }, ['updateFrequency']],
    [{ statisticsOrder: 'x' as 'newest' }, ['statisticsOrder']],
    [{ publishNames: 'faces' as 'names' }, ['publishNames']],
    [parents({ name: '' }), ['parents.a.name']],
    [parents({}, { name: '[Robin]' }), ['parents.b.name']],
    [parents({ unavailableWeekdays: [0] }), ['parents.a.unavailableWeekdays']],
    [parents({}, { unavailableWeekdays: [8] }), ['parents.b.unavailableWeekdays']],
    [parents({ ratherNotWeekdays: [0] }), ['parents.a.ratherNotWeekdays']],
    [parents({ name: ' robin ' }), ['parents.b.name']],
    [
      parents({ unavailableWeekdays: everyDay }, { unavailableWeekdays: everyDay }),
      ['parents.b.unavailableWeekdays'],
    ],
    [
      { ...parents({ name: 'A\nlex' }), lookAheadDays: 0, timeZone: 'Mars/Base' },
      ['parents.a.name', 'lookAheadDays', 'timeZone'],
    ],
  ]
  for (const [more, fields] of rows) t.same(await faults(more), fields, JSON.stringify(more))
})

t.test('each fault has a sentence for people', async t => {
  const bad = { ...someSettings, lookAheadDays: 0, pastLimitDays: 31 }
  t.match(await refusalOf(() => checkedSettings(bad)), {
    reason: 'not-allowed',
    field: 'lookAheadDays',
    message:
      'The plan can reach 1 to 365 nights ahead. Past nights can be changed for 0 to 30 days.',
  })
})

t.test('normalizes accepted settings', async t => {
  const settings = {
    ...someSettings,
    ...parents({
      name: '  Sam   Lee ',
      unavailableWeekdays: [7, 3, 3],
      ratherNotWeekdays: [5, 1, 5],
    }),
  }
  t.same(
    plain(checkedSettings(settings)),
    plain({
      ...someSettings,
      ...parents({ name: 'Sam Lee', unavailableWeekdays: [3, 7], ratherNotWeekdays: [1, 5] }),
    }),
  )
})
