import type { HouseholdSettings } from '@night-routine/household'
import * as fc from 'fast-check'
import t from 'tap'
import {
  askedFor,
  formOf,
  postedForm,
  type SettingsForm,
} from '../../../src/household/settings/settings-form.ts'
import { day } from '../../nights.ts'
import { inForce } from './in-force.ts'

const shown = (settings: HouseholdSettings) => JSON.stringify(settings)
const typed = (values: SettingsForm['values']): SettingsForm => {
  const form = formOf(inForce)
  return { ...form, values: { ...form.values, ...values } }
}

t.test('valid settings survive a round trip through the form', async () => {
  const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { maxLength: 6 })
  fc.assert(
    fc.property(
      fc.record({
        parents: fc.record({
          a: fc.record({
            name: fc.constantFrom(null, 'Alex', 'Ana María', '🦊'),
            unavailableWeekdays: weekdays,
            ratherNotWeekdays: weekdays,
          }),
          b: fc.record({
            name: fc.constantFrom(null, 'Robin', '李', 'B & C'),
            unavailableWeekdays: weekdays,
            ratherNotWeekdays: weekdays,
          }),
        }),
        share: fc.constantFrom(30, 50, 65),
        weekdayWeights: fc.array(fc.constantFrom(1, 1.5, 3), { minLength: 7, maxLength: 7 }),
        lookAheadDays: fc.integer({ min: 1, max: 365 }),
        pastLimitDays: fc.integer({ min: 0, max: 30 }),
        updateFrequency: fc.constantFrom('daily' as const, 'weekly' as const),
        timeZone: fc.constantFrom(null, 'Europe/Paris', 'UTC', 'Pacific/Kiritimati'),
        dayTurnsAtHour: fc.integer({ min: 0, max: 23 }),
        weekStart: fc.integer({ min: 1, max: 7 }),
        language: fc.constant('en'),
        statisticsOrder: fc.constantFrom('newest' as const, 'oldest' as const),
        publish: fc.boolean(),
        homeAssistant: fc.boolean(),
        publishNames: fc.constantFrom('names' as const, 'initials' as const),
        countFrom: fc.constantFrom(null, day('2026-02-28'), day('2028-02-29')),
      }),
      chosen => {
        const settings: HouseholdSettings = { ...inForce, ...chosen }
        const { settings: back, faults } = askedFor(formOf(settings), settings)
        return faults.length === 0 && shown(back) === shown({ ...back, ...settings })
      },
    ),
  )
})

t.test('any text is a number from 1 to 365, or a fault', async () => {
  const examples: [string][] = [['1'], ['365'], [' 30 '], ['0'], ['366'], ['1.5'], ['1e2'], ['']]
  fc.assert(
    fc.property(fc.string(), text => {
      const { faults } = askedFor(typed({ lookAheadDays: text, countFrom: text }), inForce)
      const isNumber = /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= 365
      return isNumber !== faults.some(({ field }) => field === 'lookAheadDays')
    }),
    { examples },
  )
})

t.test('an empty field leaves unchosen what is not chosen yet, and nothing else', async t => {
  const empty = { 'parents.a.name': '', 'parents.b.name': '', timeZone: '' }
  const faults = (current: HouseholdSettings) =>
    askedFor(typed(empty), current).faults.map(({ field }) => field)
  t.same(faults(inForce), ['parents.a.name', 'parents.b.name', 'parents.b.name', 'timeZone'])
  const none = { name: null, unavailableWeekdays: [], ratherNotWeekdays: [] }
  const fresh = { ...inForce, timeZone: null, parents: { a: none, b: none } }
  t.same(faults(fresh), [])
  t.equal(shown(askedFor(typed(empty), fresh).settings), shown(fresh))
  const [a, b, timeZone] = ['Parent A', 'Parent B', 'UTC']
  const chosen = typed({ 'parents.a.name': a, 'parents.b.name': b, timeZone })
  t.match(askedFor(chosen, fresh), {
    settings: { timeZone, parents: { a: { name: a }, b: { name: b } } },
    faults: [],
  })
})

t.test('publishing is on or off, and nothing else', async t => {
  t.match(askedFor(typed({ publish: 'on', publishNames: 'initials' }), inForce), {
    settings: { publish: true, publishNames: 'initials' },
    faults: [],
  })
  const current = { ...inForce, publish: true }
  t.equal(askedFor(typed({ publish: 'off' }), current).settings.publish, false)
  for (const text of ['', 'true', 'ON']) {
    const { settings, faults } = askedFor(typed({ publish: text, publishNames: text }), current)
    t.equal(settings.publish, true, 'as it was')
    t.same(
      faults.map(({ field }) => field),
      ['publish', 'publishNames'],
    )
  }
})

const week = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, index) => [`weekdayWeights.${index + 1}`, text]))
const family = (posted: Record<string, string>) =>
  askedFor(postedForm({ page: 'family', 'parents.a.name': 'A', share: '50', ...posted }), inForce)

t.test('a week has a field for each weekday, or one text for all', async t => {
  const typedWeek = ['1', '1', '1', '1', '1.5', '2.5', '3']
  for (const posted of [week(typedWeek), { weekdayWeights: typedWeek.join(' ') }]) {
    const { settings, faults } = family(posted)
    t.same(settings.weekdayWeights, [1, 1, 1, 1, 1.5, 2.5, 3])
    t.notOk(faults.some(({ field }) => field === 'weekdayWeights'))
  }
  for (const posted of [
    {},
    { weekdayWeights: '1 1 1' },
    week(typedWeek.slice(1)),
    week(['', ...typedWeek.slice(1)]),
    week(['01', ...typedWeek.slice(1)]),
    week(['0.5', ...typedWeek.slice(1)]),
  ])
    t.equal(
      family(posted).faults.find(({ field }) => field === 'weekdayWeights')?.text,
      'A night counts 1, 1.5, 2, 2.5 or 3.',
      JSON.stringify(posted),
    )
})

t.test('the version changes with every setting', async t => {
  const others: Partial<HouseholdSettings>[] = [
    { lookAheadDays: 31 },
    { weekdayWeights: [1, 1, 1, 1, 1, 1, 2] },
    { countFrom: day('2026-01-01') },
    {
      parents: {
        ...inForce.parents,
        b: { name: 'Robin', unavailableWeekdays: [1], ratherNotWeekdays: [] },
      },
    },
  ]
  const marks = [inForce, ...others.map(more => ({ ...inForce, ...more }))].map(
    settings => formOf(settings).seen,
  )
  t.equal(new Set(marks).size, marks.length)
  t.equal(formOf({ ...inForce }).seen, marks[0])
})

t.test('a missing or repeated field is empty; checkboxes may repeat', async t => {
  const form = postedForm({
    lookAheadDays: ['1', '2'],
    'parents.a.unavailableWeekdays': '3',
    'parents.b.unavailableWeekdays': ['1', '5'],
    'parents.b.ratherNotWeekdays': ['2'],
  })
  t.equal(form.values['lookAheadDays'], '')
  t.equal(form.values['timeZone'], '')
  t.match(form.values, {
    'parents.a.unavailableWeekdays': ['3'],
    'parents.b.unavailableWeekdays': ['1', '5'],
    'parents.a.ratherNotWeekdays': [],
    'parents.b.ratherNotWeekdays': ['2'],
  })
})

t.test('a form with its page leaves the other settings as they are', async t => {
  const current = { ...inForce, lookAheadDays: 12, parents: withWeekday }
  const alone = postedForm({
    page: 'family',
    'parents.a.name': 'Sam',
    'parents.b.name': 'Kim',
    share: '50',
    weekdayWeights: '1 1 1 1 1 1 1',
  })
  t.equal(alone.page, 'family')
  t.match(askedFor(alone, current), {
    settings: {
      lookAheadDays: 12,
      parents: { a: { name: 'Sam' }, b: { name: 'Kim', unavailableWeekdays: [] } },
    },
    faults: [],
  })
  const sharing = askedFor(
    postedForm({ page: 'sharing', publish: 'on', publishNames: 'x' }),
    current,
  )
  t.match(sharing.settings, { publish: true, publishNames: 'names', parents: withWeekday })
  t.same(
    sharing.faults.map(({ field }) => field),
    ['publishNames'],
  )
  t.match(postedForm({ page: 'advanced' }).values, { lookAheadDays: '', timeZone: '' })
  const off = { ...inForce, homeAssistant: false }
  const hidden = askedFor(postedForm({ page: 'advanced' }), off)
  t.equal(hidden.settings.homeAssistant, false, 'a switch that the page did not show')
  t.notOk(hidden.faults.some(({ field }) => field === 'homeAssistant'))
})

t.test('a form may have fields of other pages; then every field is shown', async t => {
  const form = postedForm({ page: 'sharing', publish: 'on', lookAheadDays: '9' })
  t.equal(form.page, null)
  t.match(askedFor(form, inForce).settings, { publish: true, lookAheadDays: 9, parents: { a: {} } })
  t.equal(postedForm({ page: 'kitchen', publish: 'on' }).page, null, 'no such page')
  t.equal(postedForm({ page: 'family', seen: 'x', step: 'save' }).page, 'family')
})

const withWeekday = {
  ...inForce.parents,
  b: { name: 'Robin', unavailableWeekdays: [1], ratherNotWeekdays: [] },
}

t.test('an hour is typed as a time, or as a number as before', async t => {
  for (const [text, hour] of [
    ['05:00', 5],
    ['5', 5],
    ['23:00', 23],
    [' 0 ', 0],
  ] as const)
    t.match(askedFor(typed({ dayTurnsAtHour: text }), inForce), {
      settings: { dayTurnsAtHour: hour },
      faults: [],
    })
  for (const text of ['05:30', '24:00', '', 'five', '5:00 pm'])
    t.match(askedFor(typed({ dayTurnsAtHour: text }), inForce).faults, [
      { field: 'dayTurnsAtHour' },
    ])
})

const publishOf = (publish: string | string[]) =>
  postedForm({ page: 'sharing', publish }).values['publish']

t.test('a switch is on with both of its fields, off with the first alone', async t => {
  t.equal(publishOf(['off', 'on']), 'on')
  t.equal(publishOf('off'), 'off')
  t.equal(publishOf('on'), 'on', 'as programs send it')
  t.equal(postedForm({ page: 'sharing' }).values['publish'], '')
})
