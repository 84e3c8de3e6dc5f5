import type { RecordedAbsence } from '@night-routine/database'
import { wording } from '@night-routine/wording'
import { nothingPublished } from '@night-routine/database/testing'
import t from 'tap'
import {
  absenceAskedFor,
  emptyAbsence,
  faultsOf,
} from '../../../src/routes/settings/absence-form.ts'
import { previewView } from '../../../src/routes/settings/preview-view.ts'
import { formOf } from '../../../src/routes/settings/settings-form.ts'
import { settingsView, type SettingsFacts } from '../../../src/routes/settings/settings-view.ts'
import { now, people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { inForce } from './in-force.ts'

const nothing = { faults: [], preview: null }
const facts: SettingsFacts = {
  settings: inForce,
  absences: [],
  links: [],
  publication: nothingPublished,
  publishing: undefined,
  now,
  tonight: day('2026-11-20'),
  typed: { ...nothing, form: formOf(inForce) },
  absence: { ...nothing, form: emptyAbsence },
  flash: null,
  words: wording('en'),
}
const view = (more: Partial<SettingsFacts>) => settingsView({ ...facts, ...more })
const shown = { names: people.names, tonight: facts.tonight, words: facts.words }

const days = (weekStart: number) =>
  view({ settings: { ...inForce, weekStart } }).parents[0]?.days.weekdays ?? []

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

t.test('shows what was typed', async t => {
  const form = formOf({ ...inForce, updateFrequency: 'weekly', lookAheadDays: 9 })
  const { sections, title } = view({ typed: { ...nothing, form } })
  t.equal(title, 'Settings')
  const fields = sections.flatMap(section => section.fields)
  const chosen = (id: string) =>
    fields.find(field => field.id === id)?.choices.filter(choice => choice.chosen)
  t.match(chosen('updateFrequency'), [{ value: 'weekly' }])
  t.match(chosen('weekStart'), [{ label: 'Monday' }])
  t.equal(fields.find(({ id }) => id === 'lookAheadDays')?.value, '9')
  t.ok(view({}).timeZones.includes('UTC') && view({}).timeZones.includes('Europe/Paris'))
})

t.test('focuses the first invalid field', async t => {
  const faults = ['timeZone', 'lookAheadDays'].map(field => ({ field, words: field }))
  const { trouble, sections, title } = view({ typed: { ...facts.typed, faults } })
  t.match(title, 'Not saved')
  t.same(
    trouble.map(({ id, words }) => [id, words]),
    [
      ['lookAheadDays', 'lookAheadDays'],
      ['timeZone', 'timeZone'],
    ],
  )
  const focus = sections.flatMap(({ fields }) => fields).filter(field => field.focus)
  t.same(
    focus.map(({ id }) => id),
    ['lookAheadDays'],
  )
})

t.test('a fault without a field has no link', async t => {
  const faults = [{ field: 'seen', words: 'changed since' }]
  t.same(view({ typed: { ...facts.typed, faults } }).trouble, [
    { id: '', field: 'seen', words: 'changed since' },
  ])
})

t.test('lists current and future absences per parent, with the year if it differs', async t => {
  const absences = [
    range(1n, 'a', '2026-11-01', '2026-11-19'),
    range(2n, 'a', '2026-11-18', '2026-11-20'),
    range(3n, 'b', '2026-12-24', '2027-01-02'),
    range(4n, 'a', '2026-11-22'),
  ]
  t.match(view({ absences }).absences.people, [
    {
      name: 'Alex',
      ranges: [
        { id: '2', when: 'Wednesday 18 November to Friday 20 November' },
        { id: '4', when: 'Sunday 22 November' },
      ],
    },
    {
      name: 'Robin',
      ranges: [{ id: '3', when: 'Thursday 24 December to Saturday 2 January 2027' }],
    },
  ])
})

t.test('a preview shows how many nights would change, and which', async t => {
  const changed = [
    { night: day('2026-11-21'), before: 'a', after: 'b' },
    { night: day('2026-11-22'), before: 'b', after: null },
  ] as const
  const open = Array.from({ length: 9 }, (_, index) => day('2026-11-22').add({ days: index }))
  const removed = [day('2026-12-30'), day('2027-01-02')]
  t.match(previewView({ changed: [...changed], removed, openNights: open }, shown), {
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
  t.match(previewView({ changed: changed.slice(0, 1), removed: [], openNights: [] }, shown), {
    sentence: '1 night would go to someone else.',
    removed: null,
    open: null,
  })
  t.match(previewView({ changed: [], removed: removed.slice(0, 1), openNights: [] }, shown), {
    sentence: 'No night would change hands.',
    removed: '1 night, Wednesday 30 December, would no longer be planned.',
  })
})

t.test('an absence is read from its form, or its faults', async t => {
  const form = { parent: 'a', from: '2026-11-22', to: '' }
  const asked = absenceAskedFor(form)
  t.same('absence' in asked && asked.absence.to.toString(), '2026-11-22', 'a single night')
  const fields = (more: Partial<typeof form>) => {
    const wrong = absenceAskedFor({ ...form, ...more })
    return 'faults' in wrong ? wrong.faults.map(({ field }) => field) : []
  }
  t.same(fields({ parent: '' }), ['parent'])
  t.same(fields({ parent: 'c', from: '', to: 'x' }), ['parent', 'from', 'to'])
  t.same(fields({ to: '2026-11-31' }), ['to'])
  const over = [{ field: 'to', words: 'over' }]
  t.same(faultsOf(form, over), [{ field: 'from', words: 'over' }])
  t.same(faultsOf({ ...form, to: form.from }, over), over)
})
