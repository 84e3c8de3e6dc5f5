import type { Database } from '@night-routine/database/connection'
import { readRepeatingAbsences, type RepeatingAbsence } from '@night-routine/database/nights'
import {
  addAbsence,
  previewAbsence,
  previewSettings,
  removeAbsence,
  saveHouseholdSettings,
  undoLastChange,
} from '@night-routine/household'
import { by, now, plain, someSettings } from '@night-routine/testing/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

/** Every other week from Monday to Thursday, from Monday 23 November on. */
const shifts: RepeatingAbsence = {
  parent: 'a',
  weekdays: [1, 2, 3, 4],
  everyWeeks: 2,
  from: day('2026-11-23'),
  to: null,
}
const away = ['23', '24', '25', '26'].map(date => `2026-11-${date}`)
const later = ['07', '08', '09', '10'].map(date => `2026-12-${date}`)

const of = (more: Partial<RepeatingAbsence>) => ({ ...shifts, ...more })

async function stored(db: Database) {
  return plain((await readRepeatingAbsences(db)).map(({ id: _id, ...absence }) => absence))
}

t.test('the plan goes around it each time, and an undo brings everything back', async t => {
  const { db, change, shown, allNights, history, pushRequests } = await livingHousehold()
  const [before, requests] = [await shown(), await pushRequests()]
  const foreseen = await previewAbsence(db, { ...shifts, now })
  t.same([await shown(), await stored(db)], [before, []], 'a preview writes nothing')

  const { id, ...added } = await change(trx => addAbsence(trx, { ...shifts, ...by }))
  t.same(await stored(db), plain([shifts]))
  const during = (await allNights()).filter(({ night }) =>
    [...away, ...later].includes(night.toString()),
  )
  t.equal(during.length, 8)
  for (const { night, caregiver, explanation } of during) {
    t.equal(caregiver, 'b', night.toString())
    t.same(explanation?.away, ['a'], 'as the month shows it')
  }
  t.same(plain(foreseen.changed.map(({ night }) => night)), plain(added.changedNights))
  t.ok((await pushRequests()) > requests)
  const again = await change(trx => addAbsence(trx, { ...shifts, ...by }))
  t.same([again.id, again.change], [id, null], 'once is enough')

  const facts = {
    id: id.toString(),
    parent: 'a',
    from: '2026-11-23',
    to: null,
    weekdays: [1, 2, 3, 4],
    everyWeeks: 2,
  }
  t.match(plain((await history()).findLast(({ action }) => action === 'absence-added')), {
    change: added.change,
    night: null,
    before: null,
    after: facts,
  })
  await change(trx => undoLastChange(trx, by))
  t.same([await shown(), await stored(db)], [before, []])
})

t.test('removing it is undone too; a single absence with the same id stays', async t => {
  const { db, change, absences, shown } = await livingHousehold()
  const holiday = { parent: 'b', from: day('2026-11-28'), to: day('2026-11-29') } as const
  const single = await change(trx => addAbsence(trx, { ...holiday, ...by }))
  const { id } = await change(trx => addAbsence(trx, { ...shifts, ...by }))
  t.equal(id, single.id)
  const during = await shown()
  const removed = await change(trx => removeAbsence(trx, { id, repeats: true, ...by }))
  t.same([(await absences()).length, await stored(db)], [1, []])
  t.equal((await change(trx => removeAbsence(trx, { id, repeats: true, ...by }))).change, null)
  await change(trx => undoLastChange(trx, { ...by, change: String(removed.change) }))
  t.same([await stored(db), await shown()], [plain([shifts]), during])
})

t.test('a roster: the plan goes around its nights, and it is undone and brought back', async t => {
  const { db, change, allNights, history } = await livingHousehold()
  const roster = {
    parent: 'a' as const,
    weekdays: [],
    everyWeeks: 1,
    cycle: [4, 2],
    from: day('2026-12-01'),
    to: null,
  }
  const added = await change(trx => addAbsence(trx, { ...roster, ...by }))
  t.same(await stored(db), plain([roster]))
  const nights = (await allNights()).filter(
    ({ night }) => Temporal.PlainDate.compare(night, roster.from) >= 0,
  )
  t.ok(nights.length > 12)
  for (const [index, { night, caregiver, explanation }] of nights.entries()) {
    const isAway = index % 6 < 4
    if (isAway) t.equal(caregiver, 'b', night.toString())
    t.same(explanation?.away, isAway ? ['a'] : [], night.toString())
  }
  t.equal((await change(trx => addAbsence(trx, { ...roster, ...by }))).change, null)
  const other = await change(trx => addAbsence(trx, { ...roster, cycle: [4, 3], ...by }))
  t.not(other.change, null, 'another roster')
  await change(trx => removeAbsence(trx, { id: other.id, repeats: true, ...by }))

  t.match(
    (await history()).find(({ change: one, night }) => one === added.change && night === null)
      ?.after,
    {
      cycle: [4, 2],
    },
  )
  const removed = await change(trx => removeAbsence(trx, { id: added.id, repeats: true, ...by }))
  t.same(await stored(db), [])
  await change(trx => undoLastChange(trx, { ...by, change: String(removed.change) }))
  t.same(await stored(db), plain([roster]))
})

t.test('refuses what cannot be, and stores nothing', async t => {
  const { db, change, history } = await livingHousehold()
  const entries = (await history()).length
  for (const [absence, field, message] of [
    [of({ weekdays: [] }), 'weekdays', 'Tick at least one weekday.'],
    [of({ weekdays: [0] }), 'weekdays', 'A weekday is a number from 1 (Monday) to 7.'],
    [of({ weekdays: [1.5] }), 'weekdays', 'A weekday is a number from 1 (Monday) to 7.'],
    [of({ everyWeeks: 0 }), 'everyWeeks', /every week, or up to every 8 weeks/],
    [of({ everyWeeks: 9 }), 'everyWeeks', /every week, or up to every 8 weeks/],
    [of({ everyWeeks: 1.5 }), 'everyWeeks', /every week, or up to every 8 weeks/],
    [of({ cycle: [4, 2] }), 'cycle', 'Tick weekdays, or enter a roster, but not both.'],
    ...[[], [4], [4, 2, 3], [0, 2], [4, 0], [-1, 2], [1.5, 2], [50, 7]].map(
      cycle => [of({ weekdays: [], cycle }), 'cycle', /such as 4, 2\. .* takes 56 days/] as const,
    ),
    [of({ to: day('2026-11-22') }), 'to', /before the first, Monday 23 November/],
    [of({ from: day('2026-11-02'), to: day('2026-11-19') }), 'to', /are over/],
    [
      of({ weekdays: [7], to: day('2026-11-28') }),
      'weekdays',
      'None of these weekdays comes between the first and the last night.',
    ],
  ] as const) {
    const attempts = [
      () => previewAbsence(db, { ...absence, now }),
      () => change(trx => addAbsence(trx, { ...absence, ...by })),
    ]
    for (const attempt of attempts)
      t.match(await refusalOf(attempt), { reason: 'not-allowed', field, message })
  }
  t.same([await stored(db), (await history()).length], [[], entries])
})

t.test('refuses one that leaves nobody for a weekday, for ever', async t => {
  const { db, change } = await livingHousehold({ unavailableWeekdays: { b: [2] } })
  const everyTuesday = { ...shifts, weekdays: [2], everyWeeks: 1 }
  t.match(await refusalOf(() => change(trx => addAbsence(trx, { ...everyTuesday, ...by }))), {
    field: 'weekdays',
    message: /^That leaves no one for nights such as Tuesday 1 December, for ever\./,
  })
  await change(trx => addAbsence(trx, { ...everyTuesday, to: day('2027-06-01'), ...by }))
  await change(trx => addAbsence(trx, { ...everyTuesday, everyWeeks: 2, ...by }))
  t.match(
    await refusalOf(() =>
      previewAbsence(db, { ...everyTuesday, everyWeeks: 2, from: day('2026-12-01'), now }),
    ),
    { field: 'weekdays', message: /for ever/ },
    'the other Tuesdays',
  )
  t.equal((await readRepeatingAbsences(db)).length, 2)
  const sixOfSeven = { ...shifts, weekdays: [], cycle: [6, 1] }
  t.match(await refusalOf(() => change(trx => addAbsence(trx, { ...sixOfSeven, ...by }))), {
    field: 'cycle',
    message: /for ever/,
  })
})

t.test('weekdays and absences that repeat must leave somebody on some weekday', async t => {
  const { db, change } = await livingHousehold()
  const weekend = { ...shifts, parent: 'b' as const, weekdays: [6, 7], everyWeeks: 1 }
  await change(trx => addAbsence(trx, { ...weekend, ...by }))
  const parents = {
    a: { ...someSettings.parents.a, unavailableWeekdays: [1, 2, 3, 4, 5, 6, 7] },
    b: { ...someSettings.parents.b, unavailableWeekdays: [1, 2, 3, 4, 5] },
  }
  const settings = { ...someSettings, parents }
  for (const attempt of [
    () => previewSettings(db, { settings, now }),
    () => change(trx => saveHouseholdSettings(trx, { settings, ...by })),
  ])
    t.match(await refusalOf(attempt), {
      field: 'parents.b.unavailableWeekdays',
      message: 'At least one parent must be available on at least one weekday.',
    })
})

t.test('an undo does not bring back what would leave nobody now', async t => {
  const { db, change } = await livingHousehold()
  const everyTuesday = { ...shifts, weekdays: [2], everyWeeks: 1 }
  const { id } = await change(trx => addAbsence(trx, { ...everyTuesday, ...by }))
  const removed = await change(trx => removeAbsence(trx, { id, repeats: true, ...by }))
  await change(trx => addAbsence(trx, { ...everyTuesday, parent: 'b', ...by }))
  const undo = () => change(trx => undoLastChange(trx, { ...by, change: String(removed.change) }))
  t.match(await refusalOf(undo), { reason: 'not-allowed', message: /for ever/ })
  t.match(await stored(db), [{ parent: 'b' }])
})
