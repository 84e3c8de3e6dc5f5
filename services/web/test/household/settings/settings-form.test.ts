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
const asked = (values: SettingsForm['values'], current = inForce) => {
  const { settings, faults } = askedFor(typed(values), current)
  return { settings, faults: faults.map(({ field }) => field) }
}

t.test('valid settings survive a round trip through the form', async () => {
  const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { maxLength: 6 })
  const parent = (...names: (string | null)[]) =>
    fc.record({
      name: fc.constantFrom(null, ...names),
      unavailableWeekdays: weekdays,
      ratherNotWeekdays: weekdays,
    })
  const chosen = fc.record({
    parents: fc.record({ a: parent('Alex', 'Ana María', '🦊'), b: parent('李', 'B & C') }),
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
  })
  fc.assert(
    fc.property(chosen, choice => {
      const settings: HouseholdSettings = { ...inForce, ...choice }
      const { settings: back, faults } = askedFor(formOf(settings), settings)
      return faults.length === 0 && shown(back) === shown({ ...back, ...settings })
    }),
  )
})

t.test('any text is a number from 1 to 365, or a fault', async () => {
  const examples: [string][] = [['1'], ['365'], [' 30 '], ['0'], ['366'], ['1.5'], ['1e2'], ['']]
  fc.assert(
    fc.property(fc.string(), text => {
      const isNumber = /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= 365
      return isNumber !== asked({ lookAheadDays: text }).faults.includes('lookAheadDays')
    }),
    { examples },
  )
})

t.test('an empty field leaves unchosen what is not chosen yet, and nothing else', async t => {
  const empty = { 'parents.a.name': '', 'parents.b.name': '', timeZone: '' }
  const fields = ['parents.a.name', 'parents.b.name', 'parents.b.name', 'timeZone']
  t.same(asked(empty).faults, fields)
  const none = { name: null, unavailableWeekdays: [], ratherNotWeekdays: [] }
  const fresh = { ...inForce, timeZone: null, parents: { a: none, b: none } }
  const { settings, faults } = asked(empty, fresh)
  t.same([shown(settings), faults], [shown(fresh), []])
})

const published = (publish: string | string[]) =>
  postedForm({ page: 'sharing', publish }).values['publish']

t.test('a switch and an hour are typed in more than one way', async t => {
  t.match(asked({ publish: 'on' }), { settings: { publish: true }, faults: [] })
  const on = { ...inForce, publish: true }
  t.equal(asked({ publish: 'off' }, on).settings.publish, false)
  const odd = asked({ publish: 'ON', publishNames: '' }, on)
  t.match(odd, { settings: { publish: true }, faults: ['publish', 'publishNames'] })
  t.same([published(['off', 'on']), published('off'), published('on')], ['on', 'off', 'on'])
  for (const [text, hour] of [
    ['05:00', 5],
    ['5', 5],
    [' 0 ', 0],
  ] as const)
    t.match(asked({ dayTurnsAtHour: text }), { settings: { dayTurnsAtHour: hour }, faults: [] })
  for (const text of ['05:30', '24:00', '', '5:00 pm'])
    t.same(asked({ dayTurnsAtHour: text }).faults, ['dayTurnsAtHour'])
})

t.test('the version changes with every setting', async t => {
  const b = { name: 'Robin', unavailableWeekdays: [1], ratherNotWeekdays: [] }
  const others: Partial<HouseholdSettings>[] = [
    {},
    { lookAheadDays: 31 },
    { weekdayWeights: [1, 1, 1, 1, 1, 1, 2] },
    { countFrom: day('2026-01-01') },
    { parents: { ...inForce.parents, b } },
  ]
  const marks = others.map(more => formOf({ ...inForce, ...more }).seen)
  t.equal(new Set(marks).size, marks.length)
  t.equal(formOf({ ...inForce }).seen, marks[0])
})

t.test('a form with its page leaves the other settings as they are', async t => {
  const b = { name: 'Robin', unavailableWeekdays: [1], ratherNotWeekdays: [] }
  const current = { ...inForce, lookAheadDays: 12, homeAssistant: false }
  const parents = { ...inForce.parents, b }
  const names = { 'parents.a.name': 'Sam', 'parents.b.name': ['Kim', 'Jo'] }
  const alone = postedForm({ page: 'family', ...names, share: '60' })
  t.equal(alone.page, 'family')
  t.equal(alone.values['parents.b.name'], '', 'a repeated field is empty; checkboxes may repeat')
  t.match(askedFor(alone, { ...current, parents }), {
    settings: {
      share: 50,
      lookAheadDays: 12,
      parents: { a: { name: 'Sam' }, b: { unavailableWeekdays: [] } },
    },
    faults: [{ field: 'parents.b.name' }],
  })
  const sharing = postedForm({ page: 'sharing', publish: 'on', publishNames: 'x' })
  t.match(askedFor(sharing, { ...current, parents }), {
    settings: { publish: true, publishNames: 'names', parents },
    faults: [{ field: 'publishNames' }],
  })
  const hidden = askedFor(postedForm({ page: 'advanced' }), current)
  t.equal(hidden.settings.homeAssistant, false, 'a switch that the page did not show')
  t.notOk(hidden.faults.some(({ field }) => field === 'homeAssistant'))
  const mixed = postedForm({ page: 'sharing', publish: 'on', lookAheadDays: '9' })
  t.equal(mixed.page, null, 'fields of other pages: then every field is shown')
  t.match(askedFor(mixed, inForce).settings, { publish: true, lookAheadDays: 9 })
  t.equal(postedForm({ page: 'kitchen', publish: 'on' }).page, null, 'no such page')
})
