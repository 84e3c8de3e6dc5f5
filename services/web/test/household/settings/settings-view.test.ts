import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { postedAbsence } from '../../../src/household/absences/absence-forms.ts'
import { absencesView } from '../../../src/household/absences/absences-view.ts'
import { agreementView } from '../../../src/household/settings/agreement-view.ts'
import { previewView } from '../../../src/household/settings/preview-view.ts'
import { settingsView } from '../../../src/household/settings/settings-view.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { inForce } from './in-force.ts'

const tonight = day('2026-11-20')
const shown = { names: people.names, tonight, wording: wordingFor('en') }

t.test('weekdays are in the order of the household, and a share has the names', async t => {
  const split = { share: 60, weekdayWeights: [1, 1, 1, 1, 1.5, 1, 2], weekStart: 7 }
  const settings = { ...inForce, ...split }
  const { form } = settingsView({
    page: null,
    settings,
    tonight,
    typed: undefined,
    otherFaults: [],
    isSecure: true,
    hasBroker: true,
    wording: shown.wording,
  })
  const days = form.parents[0]?.days.choices ?? []
  t.equal(days.map(({ label }) => label).join(' '), 'Sun Mon Tue Wed Thu Fri Sat')
  t.match(days[0], { id: 'parents.a.unavailableWeekdays', value: '7' }, 'where a link leads')
  const { inForce: text, share, weights } = agreementView({ ...shown, settings, typed: undefined })
  t.equal(text, 'Since the beginning: Alex 60, Robin 40, Friday 1.5 and Sunday 2')
  t.equal(share.choices.find(({ chosen }) => chosen)?.label, 'Alex 60, Robin 40')
  const week = weights.week.map(
    ({ label, choices }) => `${label} ${choices.find(({ chosen }) => chosen)?.label}`,
  )
  t.same(week, ['Sun 2', 'Mon 1', 'Tue 1', 'Wed 1', 'Thu 1', 'Fri 1.5', 'Sat 1'])
})

const range = (from: string, to = from) => ({ id: 1n, parent: 'a', from: day(from), to: day(to) })

t.test('an absence is one line, until it is over', async t => {
  const nothing = { faults: [], preview: null }
  const lines = (more: object, wording = shown.wording) =>
    absencesView({
      absence: { ...nothing, form: postedAbsence('absence') },
      absences: [],
      repeatingAbsences: [],
      sources: [],
      repeating: { ...nothing, form: postedAbsence('repeating') },
      weekStart: 1,
      ...shown,
      wording,
      ...more,
    }).ranges.map(({ when }) => when)
  const shifts = {
    id: 7n,
    parent: 'a',
    weekdays: [1, 2, 3, 4],
    everyWeeks: 2,
    from: day('2026-01-05'),
    to: null,
  }
  for (const [more, line] of [
    [{}, 'Every other week, Mon–Thu, from Monday 5 January'],
    [
      { everyWeeks: 1, weekdays: [3, 1, 7], to: day('2026-12-24') },
      'Every week, Mon, Wed, Sun, from Monday 5 January to Thursday 24 December',
    ],
    [
      { everyWeeks: 3, weekdays: [1, 2, 5, 6, 7], from: day('2027-01-04') },
      'Every 3 weeks, Mon, Tue, Fri–Sun, from Monday 4 January 2027',
    ],
  ] as const)
    t.same(lines({ repeatingAbsences: [{ ...shifts, ...more }] }), [line])
  const french = 'Une semaine sur deux, lun.–jeu., dès le lundi 5 janvier'
  t.same(lines({ repeatingAbsences: [shifts] }, wordingFor('fr')), [french])
  t.same(lines({ repeatingAbsences: [{ ...shifts, to: day('2026-11-19') }] }), [])
  const absences = [
    range('2026-11-01', '2026-11-19'),
    range('2026-11-18', '2026-11-20'),
    range('2026-12-24', '2027-01-02'),
    range('2026-11-22'),
  ]
  t.same(lines({ absences }), [
    'Wednesday 18 to Friday 20 November',
    'Thursday 24 December 2026 to Saturday 2 January 2027',
    'Sunday 22 November',
  ])
})

t.test('a preview shows how many nights would change, and which', async t => {
  const unmoved = { changed: [], added: [], removed: [], openNights: [], tonightStays: null }
  const changed = [
    { night: day('2026-11-21'), before: 'a', after: 'b' },
    { night: day('2026-11-22'), before: 'b', after: null },
  ] as const
  const openNights = Array.from({ length: 9 }, (_, days) => day('2026-11-22').add({ days }))
  const some = [day('2026-12-30'), day('2027-01-02')]
  const many = { ...unmoved, changed: [...changed], removed: some, openNights }
  const span = 'from Wednesday 30 December to Saturday 2 January 2027'
  t.match(previewView(many, shown), {
    sentence: '2 nights would go to someone else.',
    nights: [
      {
        date: 'Saturday 21 November',
        before: { name: 'Alex', kind: 'a' },
        after: { name: 'Robin' },
      },
      { before: { name: 'Robin' }, after: { name: 'No one', kind: 'open' } },
    ],
    removed: `2 nights, ${span}, would no longer be planned.`,
    open: /^No one would be available on Sunday 22 November, .* and 2 more nights\.$/,
  })
  t.match(
    previewView({ ...unmoved, changed: changed.slice(0, 1), removed: some.slice(0, 1) }, shown),
    {
      sentence: '1 night would go to someone else.',
      removed: '1 night, Wednesday 30 December, would no longer be planned.',
      open: null,
    },
  )
  t.match(previewView({ ...unmoved, added: some, tonightStays: 'b' }, shown), {
    sentence: 'No planned night would change.',
    added: `2 more nights, ${span}, would be planned.`,
    tonight: 'Tonight stays Robin’s.',
  })
})
