import * as fc from 'fast-check'
import { initialSettings, settingsErrors } from '@night-routine/household'
import { readCsv, readNightRoutine } from '@night-routine/import'
import t from 'tap'
import { planImport } from '../src/plan-import.ts'
import { bytesOf } from './files.ts'
import { decisionOf, factsOf, importedNights, stored } from './planning.ts'

const routine = readNightRoutine(bytesOf(19))
const unnamed = factsOf({ a: null, b: null })
const shown = (plan: ReturnType<typeof planImport>, outcome: 'past' | 'locked') =>
  plan[outcome].map(
    ({ night, caregiver, babysitter, reason, override }) =>
      `${night.toString()} ${babysitter?.name ?? caregiver} ${reason}${override ? ' (locked)' : ''}`,
  )

t.test('past nights stay as they were, decided ones ahead are locked', async t => {
  const plan = planImport(routine, unnamed)
  const past = shown(plan, 'past')
  t.equal(past.length, 81, 'up to tonight')
  t.equal(past[0], '2026-09-01 a Total Count')
  t.equal(past[1], '2026-09-02 b Unavailability')
  t.equal(past[3], '2026-09-04 b Override (locked)')
  t.equal(past[6], '2026-09-07 a Recent Count')
  t.equal(past[7], '2026-09-08 Aunt Mila Override (locked)')
  t.equal(past[10], '2026-09-11 a Recent Count')
  t.equal(past[13], '2026-09-14 b Alternating')
  t.same(shown(plan, 'locked'), [
    '2026-11-28 a Override (locked)',
    '2026-12-04 Aunt Mila Override (locked)',
    '2026-12-15 b Override (locked)',
  ])
  t.same(
    plan.months.map(({ month, nights, outcomes }) => ({
      month: month.toString(),
      ...nights,
      ...outcomes,
    }))[2],
    {
      month: '2026-11',
      a: 10,
      b: 10,
      babysitter: 1,
      past: 20,
      locked: 1,
      there: 0,
      planned: 9,
      kept: 0,
      skipped: 0,
    },
  )
})

t.test('a household without names takes names, days and settings from the file', async t => {
  const { settings, takenSettings } = planImport(routine, unnamed)
  t.equal(settings.parents.a.name, 'Nora')
  t.equal(settings.parents.b.name, 'Elias')
  t.same(
    [settings.parents.a.unavailableWeekdays, settings.parents.b.unavailableWeekdays],
    [[3], [6]],
  )
  t.equal(settings.lookAheadDays, 25)
  t.equal(settings.pastLimitDays, 7)
  t.equal(settings.updateFrequency, 'weekly')
  t.same(takenSettings, [
    'parents.a.name',
    'parents.a.unavailableWeekdays',
    'parents.b.name',
    'parents.b.unavailableWeekdays',
    'lookAheadDays',
    'pastLimitDays',
    'updateFrequency',
  ])
  t.same(settingsErrors(settings), [])
})

t.test('what was chosen here stays, and so does a value that we do not allow', async t => {
  const facts = factsOf({ a: 'Nora', b: 'Elias' })
  facts.settings.lookAheadDays = 60
  facts.settings.parents.a.unavailableWeekdays = [1]
  const imported = { ...routine, settings: { ...routine.settings, pastLimitDays: 90 } }
  const { settings, takenSettings } = planImport(imported, facts)
  t.equal(settings.lookAheadDays, 60)
  t.same(settings.parents.a.unavailableWeekdays, [1])
  t.equal(settings.pastLimitDays, initialSettings.pastLimitDays)
  t.same(takenSettings, ['parents.b.unavailableWeekdays', 'updateFrequency'])
})

t.test('a household with other names is asked who is who', async t => {
  const facts = factsOf({ a: 'Alex', b: 'Robin' })
  t.throws(() => planImport(routine, facts), {
    message: 'The file has Nora, Elias, and the parents here are Alex and Robin. Say who is who.',
  })
  t.throws(() => planImport(routine, factsOf({ a: 'Nora', b: 'Robin' })), {
    message: /The file has Elias/,
  })
  const plan = planImport(routine, facts, { parents: { a: ['Elias'], b: ['Nora'] } })
  t.equal(shown(plan, 'past')[0], '2026-09-01 b Total Count')
  t.same([plan.settings.parents.a.name, plan.settings.parents.b.name], ['Alex', 'Robin'])
  const earlier = factsOf({ a: 'Alex', b: 'Elias' }, [{ parent: 'a', name: 'Nora' }])
  t.equal(
    shown(planImport(routine, earlier), 'past')[0],
    '2026-09-01 a Total Count',
    'an earlier name',
  )
  const half = planImport(routine, factsOf({ a: null, b: 'nora' }))
  t.equal(half.settings.parents.a.name, 'Elias', 'the free name is the other one')
})

t.test('an old file names no parents: two names are the parents, three need a word', async t => {
  t.equal(planImport(readNightRoutine(bytesOf(1)), unnamed).settings.parents.b.name, 'Elias')
  const csv = readCsv(Buffer.from('2026-11-18,Kim\n2026-11-19,Alex\n2026-11-20,Robin'))
  t.throws(() => planImport(csv, unnamed), {
    message: /don’t say who the parents are: Kim, Alex, Robin/,
  })
  const plan = planImport(csv, unnamed, { babysitters: ['KIM'] })
  t.same(shown(plan, 'past'), [
    '2026-11-18 Kim Override (locked)',
    '2026-11-19 a Override (locked)',
    '2026-11-20 b Override (locked)',
  ])
})

t.test('an unknown name is skipped and named, unless it is a babysitter’s', async t => {
  const csv = readCsv(
    Buffer.from('2026-11-17,Kim\n2026-11-18,Kim\n2026-11-19,Dana\n2026-11-20,alex'),
  )
  const facts = factsOf({ a: 'Alex', b: 'Robin' })
  const plan = planImport(csv, facts)
  t.same(shown(plan, 'past'), ['2026-11-20 a Override (locked)'])
  t.same(plan.unknownNames, ['Kim', 'Dana'])
  t.same(
    plan.skipped.map(({ says, nights }) => [says.values, nights.map(String)]),
    [
      [{ name: 'Kim' }, ['2026-11-17', '2026-11-18']],
      [{ name: 'Dana' }, ['2026-11-19']],
    ],
  )
  t.equal(planImport(csv, facts, { babysitters: ['Kim'] }).past.length, 3)
  t.equal(planImport(csv, facts, { othersAreBabysitters: true }).past.length, 4)
  const sitterAlone = readCsv(Buffer.from('2026-11-17,Kim'))
  t.same(shown(planImport(sitterAlone, facts, { babysitters: ['Kim'] }), 'past'), [
    '2026-11-17 Kim Override (locked)',
  ])
})

t.test('a babysitter cannot have a parent’s name, or one that no title can hold', async t => {
  const imported = {
    ...routine,
    nights: importedNights('2026-11-01', ['Nora', '[x]'], 'babysitter'),
  }
  const plan = planImport(imported, factsOf({ a: 'Nora', b: 'Elias' }))
  t.same(plan.past, [])
  t.same(
    plan.skipped.map(({ says }) => says.key),
    ['import.parentBabysits', 'import.oddName'],
  )
})

t.test('a babysitter’s night ahead is locked, also one that was not', async t => {
  const [open] = importedNights('2026-11-25', ['Kim'], 'babysitter')
  const nights = open === undefined ? [] : [{ ...open, locked: false }]
  const plan = planImport({ ...routine, nights }, factsOf({ a: 'Nora', b: 'Elias' }))
  t.same(shown(plan, 'locked'), ['2026-11-25 Kim Override (locked)'])
})

t.test('what is here stays', async t => {
  const csv = readCsv(
    Buffer.from(
      '2026-11-18,Alex\n2026-11-19,Alex\n2026-11-20,Robin\n2026-11-21,Alex\n2026-11-22,Alex\n2026-11-23,Alex\n2027-12-31,Alex',
    ),
  )
  const facts = factsOf({ a: 'Alex', b: 'Robin' })
  facts.nights = [
    stored('2026-11-18', 'a'),
    stored('2026-11-19', 'b'),
    stored('2026-11-20', 'a'),
    stored('2026-11-21', 'a'),
    stored('2026-11-22', 'a', { override: true }),
    stored('2026-11-23', 'b', { override: true }),
  ]
  const plan = planImport(csv, facts)
  t.same(shown(plan, 'past'), [])
  t.same(shown(plan, 'locked'), [
    '2026-11-20 b Override (locked)',
    '2026-11-21 a Override (locked)',
  ])
  const outcomes = plan.months.map(one => one.outcomes)
  t.match(outcomes[0], { past: 0, locked: 2, there: 2, kept: 2, skipped: 0 })
  t.match(outcomes[1], { skipped: 1 }, 'more than a year ahead')
})

t.test('events from tonight on are to be taken over, in the file’s calendar', async t => {
  const plan = planImport(routine, unnamed)
  t.equal(plan.events.length, 26)
  t.match(plan.events[0], { calendarId: 'family', eventId: 'evt202611200000000000080' })
  const { events } = planImport({ ...routine, calendar: null }, unnamed)
  t.equal(events[0]?.calendarId, 'primary')
  const elsewhere = planImport(routine, unnamed, { takesEvents: false })
  t.match(elsewhere, { events: [], foreignEvents: 26 }, 'of a household without Google')
})

const dateOf = (days: number) => Temporal.PlainDate.from('2026-11-20').add({ days }).toString()
const outcomes = ['past', 'locked', 'there', 'planned', 'kept', 'skipped'] as const

t.test('every night has one outcome, and after an import each is there', async t => {
  const nights = fc.uniqueArray(
    fc.record({
      days: fc.integer({ min: -400, max: 400 }),
      name: fc.constantFrom('Alex', 'robin', 'Kim', 'Dana'),
      kind: fc.constantFrom('parent', 'babysitter', 'unsaid'),
      locked: fc.boolean(),
      here: fc.option(fc.record({ who: fc.constantFrom('a', 'b'), override: fc.boolean() })),
    }),
    { selector: ({ days }) => days, maxLength: 60 },
  )
  fc.assert(
    fc.property(nights, fc.boolean(), (given, othersAreBabysitters) => {
      const sorted = given.toSorted((one, two) => one.days - two.days)
      const imported = {
        ...routine,
        names: { a: 'Alex', b: 'Robin' },
        nights: sorted.map(({ days, name, kind, locked }) => {
          return { night: dateOf(days), name, kind, locked, reason: null, eventId: null } as const
        }),
      }
      const facts = factsOf({ a: 'Alex', b: 'Robin' })
      facts.nights = sorted.flatMap(({ days, here }) =>
        here === null ? [] : [stored(dateOf(days), here.who, { override: here.override })],
      )
      const plan = planImport(imported, facts, { othersAreBabysitters })
      const counts = plan.months.flatMap(month => outcomes.map(one => month.outcomes[one]))
      t.equal(
        counts.reduce((sum, each) => sum + each, 0),
        given.length,
      )

      const decided = new Map(
        [...plan.past, ...plan.locked].map(one => [one.night.toString(), one]),
      )
      const locks = facts.nights.filter(({ override }) => override)
      t.ok(
        locks.every(({ night }) => !decided.has(night.toString())),
        'no lock of ours changes',
      )
      const kept = facts.nights.filter(({ night }) => !decided.has(night.toString()))
      facts.nights = [...kept, ...[...decided.values()].map(decisionOf)]
      const again = planImport(imported, facts, { othersAreBabysitters })
      t.same([again.past, again.locked], [[], []])
    }),
    { numRuns: 200 },
  )
})
