import type { RecordedAbsence, RepeatingAbsence } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import { settingEntries } from '@night-routine/household'
import t from 'tap'
import { absenceAskedFor, postedAbsence } from '../../../src/plugins/absence-form.ts'
import { absencesView } from '../../../src/household/absences/absences-view.ts'
import { postedRepeating } from '../../../src/household/absences/repeating-form.ts'
import { previewView } from '../../../src/household/settings/preview-view.ts'
import { formOf } from '../../../src/household/settings/settings-form.ts'
import { settingsView, type SettingsFacts } from '../../../src/household/settings/settings-view.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { inForce } from './in-force.ts'

const nothing = { faults: [], preview: null }
const facts: SettingsFacts = {
  page: null,
  settings: inForce,
  tonight: day('2026-11-20'),
  typed: undefined,
  otherFaults: [],
  isSecure: true,
  hasBroker: true,
  wording: wordingFor('en'),
}
const view = (more: Partial<SettingsFacts>) => settingsView({ ...facts, ...more })
const typed = { ...nothing, form: formOf(inForce) }
const shown = { names: people.names, tonight: facts.tonight, wording: facts.wording }

const days = (weekStart: number) =>
  view({ settings: { ...inForce, weekStart } }).form.parents[0]?.days.choices ?? []

const range = (id: bigint, parent: 'a' | 'b', from: string, to = from): RecordedAbsence => ({
  id,
  parent,
  from: day(from),
  to: day(to),
})

t.test('weekdays are in the order of the household, and a link leads to the first box', async t => {
  t.same(
    days(1)
      .map(({ label }) => label)
      .join(' '),
    'Mon Tue Wed Thu Fri Sat Sun',
  )
  t.same(
    days(7)
      .map(({ value }) => value)
      .join(''),
    '7123456',
  )
  t.equal(days(7)[0]?.id, 'parents.a.unavailableWeekdays')
  t.equal(new Set(days(7).map(({ id }) => id)).size, 7)
})

t.test('one page says that the address is plain http', async t => {
  const isSecure = false
  t.ok(view({ page: 'family', isSecure }).isPlainHttp)
  t.notOk(view({ page: 'sharing', isSecure }).isPlainHttp)
  t.notOk(view({ page: 'family' }).isPlainHttp)
})

t.test('shows what was typed', async t => {
  const form = formOf({ ...inForce, updateFrequency: 'weekly', lookAheadDays: 9 })
  const { form: shownForm, title } = view({ typed: { ...nothing, form } })
  t.equal(title, 'Settings')
  const fields = shownForm.sections.flatMap(section => section.fields)
  const chosen = (id: string) =>
    fields.find(field => field.id === id)?.choices.filter(choice => choice.chosen)
  t.match(chosen('updateFrequency'), [{ value: 'weekly' }])
  t.match(chosen('weekStart'), [{ label: 'Monday' }])
  t.equal(fields.find(({ id }) => id === 'lookAheadDays')?.value, '9')
  t.ok(['UTC', 'Europe/Paris'].every(zone => view({}).form.timeZones.includes(zone)))
})

t.test(
  'a share is shown with the names, and what a night counts from the first weekday on',
  async t => {
    const weekdayWeights = [1, 1, 1, 1, 1.5, 1, 2]
    const { form } = view({ settings: { ...inForce, share: 60, weekdayWeights, weekStart: 7 } })
    const [share, weights] = form.sections[0]?.fields ?? []
    t.match(share?.choices[0], { value: '30', label: 'Alex 30, Robin 70', chosen: false })
    t.equal(share?.choices.find(({ chosen }) => chosen)?.label, 'Alex 60, Robin 40')
    t.same(
      weights?.week.map(({ id, label, choices }) => [
        id,
        label,
        choices.find(({ chosen }) => chosen)?.label,
      ]),
      [
        ['weekdayWeights.7', 'Sun', '2'],
        ['weekdayWeights.1', 'Mon', '1'],
        ['weekdayWeights.2', 'Tue', '1'],
        ['weekdayWeights.3', 'Wed', '1'],
        ['weekdayWeights.4', 'Thu', '1'],
        ['weekdayWeights.5', 'Fri', '1.5'],
        ['weekdayWeights.6', 'Sat', '1'],
      ],
    )
  },
)

t.test('focuses the first invalid field', async t => {
  const faults = ['timeZone', 'lookAheadDays'].map(field => ({ field, text: field }))
  const { trouble, form, title } = view({ typed: { ...typed, faults } })
  t.match(title, 'Not saved')
  t.same(
    trouble.map(({ id, text }) => [id, text]),
    [
      ['lookAheadDays', 'lookAheadDays'],
      ['timeZone', 'timeZone'],
    ],
  )
  const focus = form.sections.flatMap(({ fields }) => fields).filter(field => field.focus)
  t.same(
    focus.map(({ id }) => id),
    ['lookAheadDays'],
  )
})

t.test('a fault without a field has no link', async t => {
  const faults = [{ field: 'seen', text: 'changed since' }]
  t.same(view({ typed: { ...typed, faults } }).trouble, [{ id: '', text: 'changed since' }])
})

const absencesFacts = {
  absence: { ...nothing, form: postedAbsence() },
  absences: [],
  repeatingAbsences: [],
  sources: [],
  repeating: { ...nothing, form: postedRepeating() },
  weekStart: 1,
  ...shown,
}

t.test('an absence that repeats is one line, until it is over', async t => {
  const shifts = {
    parent: 'a',
    weekdays: [1, 2, 3, 4],
    everyWeeks: 2,
    from: day('2026-01-05'),
    to: null,
  } as const
  const lines = (more: Partial<RepeatingAbsence>, wording = facts.wording) => {
    const repeating = { id: 7n, ...shifts, weekdays: [...shifts.weekdays], ...more }
    const section = absencesView({
      ...absencesFacts,
      repeatingAbsences: [repeating],
      wording,
    })
    return section.ranges.map(({ when }) => when)
  }
  t.same(lines({}), ['Every other week, Mon–Thu, from Monday 5 January'])
  t.same(lines({ everyWeeks: 1, weekdays: [3, 1, 7], to: day('2026-12-24') }), [
    'Every week, Mon, Wed, Sun, from Monday 5 January to Thursday 24 December',
  ])
  t.same(lines({ everyWeeks: 3, weekdays: [1, 2, 5, 6, 7] }), [
    'Every 3 weeks, Mon, Tue, Fri–Sun, from Monday 5 January',
  ])
  t.same(lines({ from: day('2027-01-04') }), [
    'Every other week, Mon–Thu, from Monday 4 January 2027',
  ])
  t.same(lines({}, wordingFor('fr')), ['Une semaine sur deux, lun.–jeu., dès le lundi 5 janvier'])
  t.same(lines({ to: day('2026-11-20') }).length, 1, 'its last night is tonight')
  t.same(lines({ to: day('2026-11-19') }), [])
})

t.test('lists current and future absences, with the year if it differs', async t => {
  const absences = [
    range(1n, 'a', '2026-11-01', '2026-11-19'),
    range(2n, 'a', '2026-11-18', '2026-11-20'),
    range(3n, 'b', '2026-12-24', '2027-01-02'),
    range(4n, 'a', '2026-11-22'),
  ]
  const { ranges } = absencesView({ ...absencesFacts, absences })
  t.match(ranges, [
    { id: '2', who: { name: 'Alex' }, when: 'Wednesday 18 to Friday 20 November' },
    {
      id: '3',
      who: { name: 'Robin' },
      when: 'Thursday 24 December 2026 to Saturday 2 January 2027',
    },
    { id: '4', who: { name: 'Alex' }, when: 'Sunday 22 November' },
  ])
})

t.test('only an installation with a broker offers to show tonight in Home Assistant', async t => {
  for (const [hasBroker, last] of [
    [true, 'Home Assistant'],
    [false, 'Time and language'],
  ] as const)
    t.equal(view({ page: 'advanced', hasBroker }).form.sections.at(-1)?.title, last)
})

t.test('a page has its own fields, and says where it is', async t => {
  const fieldsOn = (page: SettingsFacts['page']) => {
    const { parents, sections, timeZones } = view({ page }).form
    const names = sections.flatMap(({ fields }) => fields.map(({ id }) => id))
    return [parents.length, names.length, timeZones.length > 0]
  }
  t.same(fieldsOn('family'), [2, 2, false])
  t.same(fieldsOn('sharing'), [0, 2, false])
  t.same(fieldsOn('advanced'), [0, settingEntries.length - 4, true])
  t.same(fieldsOn(null), [2, settingEntries.length, true])
  const { title, here, tabs } = view({ page: 'sharing' })
  t.same([title, here], ['Settings: Sharing', '/settings/sharing'])
  t.same(
    tabs.map(({ address, current }) => [address, current]),
    [
      ['/settings', false],
      ['/settings/sharing', true],
      ['/settings/advanced', false],
    ],
  )
})

const unmoved = { changed: [], added: [], removed: [], openNights: [], tonightStays: null }

t.test('a preview shows how many nights would change, and which', async t => {
  const changed = [
    { night: day('2026-11-21'), before: 'a', after: 'b' },
    { night: day('2026-11-22'), before: 'b', after: null },
  ] as const
  const open = Array.from({ length: 9 }, (_, index) => day('2026-11-22').add({ days: index }))
  const removed = [day('2026-12-30'), day('2027-01-02')]
  t.match(previewView({ ...unmoved, changed: [...changed], removed, openNights: open }, shown), {
    sentence: '2 nights would go to someone else.',
    nights: [
      {
        date: 'Saturday 21 November',
        before: { name: 'Alex', kind: 'a' },
        after: { name: 'Robin' },
      },
      { before: { name: 'Robin' }, after: { name: 'No one', kind: 'open' } },
    ],
    removed:
      '2 nights, from Wednesday 30 December to Saturday 2 January 2027, would no longer be planned.',
    open: /^No one would be available on Sunday 22 November, .* and 2 more nights\.$/,
  })
  t.match(previewView({ ...unmoved, changed: changed.slice(0, 1) }, shown), {
    sentence: '1 night would go to someone else.',
    removed: null,
    open: null,
  })
  t.match(previewView({ ...unmoved, removed: removed.slice(0, 1) }, shown), {
    sentence: 'No planned night would change.',
    removed: '1 night, Wednesday 30 December, would no longer be planned.',
  })
  t.match(previewView({ ...unmoved, added: removed, tonightStays: 'b' }, shown), {
    added:
      '2 more nights, from Wednesday 30 December to Saturday 2 January 2027, would be planned.',
    tonight: 'Tonight stays Robin’s.',
  })
})

t.test('an absence is read from its form, or its faults', async t => {
  const form = { parent: 'a', from: '2026-11-22', to: '' }
  const asked = absenceAskedFor(form)
  t.equal('absence' in asked && String(asked.absence.to), '2026-11-22', 'a single night')
  const fields = (more: Partial<typeof form>) => {
    const wrong = absenceAskedFor({ ...form, ...more })
    return 'faults' in wrong ? wrong.faults.map(({ field }) => field) : []
  }
  t.same(fields({ parent: '' }), ['parent'])
  t.same(fields({ parent: 'c', from: '', to: 'x' }), ['parent', 'from', 'to'])
  t.same(fields({ to: '2026-11-31' }), ['to'])
})
