import type { RecordedAbsence, RepeatingAbsence } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { postedAbsence } from '../../../src/household/absences/absence-forms.ts'
import { absencesView } from '../../../src/household/absences/absences-view.ts'
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

t.test('a fault without a field has no link', async t => {
  const faults = [{ field: 'seen', text: 'changed since' }]
  t.same(view({ typed: { ...typed, faults } }).trouble, [{ id: '', text: 'changed since' }])
})

const absencesFacts = {
  absence: { ...nothing, form: postedAbsence('absence') },
  absences: [],
  repeatingAbsences: [],
  sources: [],
  repeating: { ...nothing, form: postedAbsence('repeating') },
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
