import type { ParentId } from '@night-routine/database/nights'
import type { PlanEntry } from '@night-routine/database/notifications'
import type { Assignee } from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'
import { messagesFor } from '../src/messages-for.ts'
import { entryOf, holder, night, people, parents, tonight } from './household.ts'

const name = ({ caregiver, babysitter }: Assignee) => babysitter?.name ?? caregiver ?? 'open'

/** What Alex (a) hears: "21 a b schedule". */
function heard(entries: PlanEntry[], plan: Record<number, Assignee>, email = 'alex@example.com') {
  const facts = {
    entries,
    plan: Object.entries(plan).map(([day, who]) => ({ night: night(Number(day)), ...who })),
    parents,
    tonight,
  }
  const message = messagesFor(people, facts).get(email)
  return (message?.moves ?? []).map(
    ({ night: { day }, before, after }) =>
      `${day} ${name(before)} ${name(after)} ${message?.by ?? '-'}`,
  )
}

const [a, b, open] = [holder('a'), holder('b'), holder(null)]
const kim = holder('babysitter', 'Kim')

t.test('reports what another person, the calendar or the schedule moved', async t => {
  t.same(heard([entryOf('robin', 21, b, a)], { 21: a }), ['21 b a b'])
  t.same(heard([entryOf('calendar', 21, a, kim)], { 21: kim }), ['21 a Kim calendar'])
  t.same(heard([entryOf('schedule', 21, a, open)], { 21: open }), ['21 a open schedule'])
  t.same(
    heard([entryOf('robin', 21, b, a), entryOf('calendar', 22, a, b)], { 21: a, 22: b }),
    ['21 b a -', '22 a b -'],
    'one message for both',
  )
})

t.test('tells each person what concerns them', async t => {
  const entries = [entryOf('calendar', 21, kim, b)]
  t.same(heard(entries, { 21: b }), [])
  t.same(heard(entries, { 21: b }, 'robin@example.com'), ['21 Kim b calendar'])
})

t.test('never tells one’s own changes, nor those of a parent’s other account', async t => {
  t.same(heard([entryOf('alex', 21, b, a)], { 21: a }), [])
  t.same(heard([entryOf('alex-at-work', 21, b, a)], { 21: a }), [])
})

t.test('what both agreed on is known, also to who asked, until another one moves it', async t => {
  const agreed = { ...entryOf('robin', 21, a, b), agreed: true }
  t.same(heard([agreed], { 21: b }), [])
  t.same(heard([agreed, entryOf('robin', 22, a, b)], { 21: b, 22: b }), ['22 a b b'])
  t.same(heard([agreed, entryOf('robin', 21, b, a)], { 21: a }), ['21 b a b'])
})

/** How Alex hears that the 21st and the 22nd were moved. */
function how(entries: PlanEntry[]) {
  const plan = [21, 22].map(day => ({ night: night(day), ...a }))
  return messagesFor(people, { entries, plan, parents, tonight }).get('alex@example.com')?.how
}

function given(day: number, more: Partial<PlanEntry> = {}): PlanEntry {
  return { ...entryOf('robin', day, b, a), ...more }
}

t.test('says how the nights were moved, if all of them were moved alike', async t => {
  const replanned = { action: 'night-replanned' } as const
  t.equal(how([given(21)]), 'gave')
  t.equal(how([given(21, replanned)]), 'changed')
  t.equal(how([given(21, { undoes: '7' })]), 'undid')
  t.equal(how([given(21), given(22, replanned)]), 'changed', 'two changes')
  t.equal(
    how([given(21, { change: '7' }), given(22, { ...replanned, change: '7' })]),
    'gave',
    'one',
  )
  t.equal(how([given(21, { change: null }), given(22, { ...replanned, change: null })]), 'changed')
})

t.test('tells nothing of what was undone, by oneself or another one', async t => {
  for (const who of ['robin', 'alex'] as const)
    t.same(heard([entryOf('robin', 21, b, a), entryOf(who, 21, a, b)], { 21: b }), [], who)
})

t.test('compares with what the person’s own change left', async t => {
  const entries = [entryOf('robin', 21, b, a), entryOf('alex', 21, a, b)]
  t.same(heard([...entries, entryOf('schedule', 21, b, a)], { 21: a }), ['21 b a schedule'])
})

t.test('says what is true now, not what an entry said', async t => {
  t.same(heard([entryOf('robin', 21, a, b), entryOf('calendar', 21, b, kim)], { 21: kim }), [
    '21 a Kim calendar',
  ])
})

t.test('past nights, and nights planned for the first time, give no message', async t => {
  t.same(heard([entryOf('robin', 19, b, a)], { 19: a }), [])
  const planned = { ...entryOf('schedule', 21, b, a), night: null, before: null }
  const added = { ...planned, after: { caregivers: { '2026-11-21': 'a' } } }
  t.same(heard([added], { 21: a }), [])
  t.same(heard([{ ...entryOf('schedule', 21, b, a), before: null }], { 21: a }), [])
})

t.test('a night that was removed and planned again may have moved', async t => {
  const removed = { ...entryOf('robin', 21, b, a), night: null, after: null }
  const entries = [{ ...removed, before: { caregivers: { '2026-11-21': 'b' } } }]
  t.same(heard(entries, { 21: a }), ['21 b a b'])
  t.same(heard(entries, {}), [], 'not planned any more')
})

t.test('entries that say nothing about caregivers are ignored', async t => {
  const rejected = { ...entryOf('calendar', 21, b, a), before: null, after: { title: 'x' } }
  const changed = { ...entryOf('robin', 21, b, a), night: null, before: { lookAheadDays: 3 } }
  t.same(heard([rejected, { ...changed, after: { caregivers: null } }], { 21: a }), [])
})

t.test('says whose night it was after the person’s own change', async t => {
  const entries = [entryOf('robin', 21, b, a), entryOf('alex', 21, a, kim)]
  t.same(heard([...entries, entryOf('schedule', 21, kim, a)], { 21: a }), ['21 Kim a schedule'])
  t.same(heard(entries, { 21: a }), [], 'what no entry says since then is not told')
})

t.test('an account that is no parent’s does not hear of its own change', async t => {
  const plan = [{ night: night(21), ...a }]
  const facts = { entries: [entryOf('alex', 21, b, a)], plan, tonight, parents: new Map() }
  t.same([...messagesFor(people, facts).keys()], ['robin@example.com'])
  t.equal(messagesFor(people, { ...facts, entries: [] }).size, 0)
})

t.test('an entry about a night but not its caregiver changes nothing', async t => {
  const note = { ...entryOf('robin', 21, b, a), before: null, after: { note: 'x' } }
  for (const one of [note, { ...note, after: null }])
    t.same(heard([one, entryOf('robin', 21, b, a)], { 21: a }), ['21 b a b'])
})

t.test('one night that was planned or removed alone counts as such', async t => {
  const planned = { ...entryOf('schedule', 21, b, a), before: null }
  t.same(heard([planned, entryOf('robin', 21, a, b)], { 21: b }), [], 'planned since')
  const removed = { ...entryOf('robin', 21, b, a), after: null }
  t.same(heard([removed], { 21: a }), ['21 b a b'])
})

const others = ['robin', 'calendar', 'schedule']

/** Any series of changes of seven nights, with the plan that it leads to. */
const series = (actors: string[]) =>
  fc
    .array(
      fc.record({
        by: fc.constantFrom(...actors),
        day: fc.integer({ min: 18, max: 24 }),
        to: fc.constantFrom<(ParentId | null | 'babysitter')[]>('a', 'b', null, 'babysitter'),
      }),
      { maxLength: 30 },
    )
    .map(changes => {
      const plan: Record<number, Assignee> = {}
      for (let day = 18; day <= 24; day += 1) plan[day] = day % 2 === 0 ? a : b
      const first = { ...plan }
      const entries = changes.map(({ by, day, to }) => {
        const after = to === 'babysitter' ? kim : holder(to)
        const entry = entryOf(by, day, plan[day] ?? open, after)
        plan[day] = after
        return entry
      })
      return { entries, plan, first }
    })

t.test('a message is true, concerns the person and is not their doing', async () => {
  fc.assert(
    fc.property(series(['alex', 'alex-at-work', ...others]), ({ entries, plan }) => {
      for (const line of heard(entries, plan)) {
        const [day = '', from, to] = line.split(' ')
        const last = entries.findLast(one => one.night?.day === Number(day))
        if (last?.actor?.startsWith('alex')) return false
        const now = plan[Number(day)]
        if ((now?.babysitter?.name ?? now?.caregiver ?? 'open') !== to || from === to) return false
        if ((from !== 'a' && to !== 'a') || Number(day) < 20) return false
      }
      return true
    }),
  )
})

t.test('all changes of others are the difference between first and last plan', async () => {
  fc.assert(
    fc.property(series(others), ({ entries, plan, first }) => {
      const moved = heard(entries, plan).map(line => Number(line.split(' ')[0]))
      const expected = Object.keys(plan)
        .map(Number)
        .filter(day => day >= 20 && isOther(first[day], plan[day]))
      return moved.join() === expected.join()
    }),
  )
})

function isOther(one: Assignee | undefined, other: Assignee | undefined): boolean {
  const isMine = one?.caregiver === 'a' || other?.caregiver === 'a'
  return isMine && one?.caregiver !== other?.caregiver
}
