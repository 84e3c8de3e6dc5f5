import {
  eventHash,
  judge,
  type KnownEvent,
  type RemoteEvent,
  type Verdict,
} from '@night-routine/calendar'
import * as fc from 'fast-check'
import t from 'tap'
import { edited, known, names, night, planned, routine, verdict, written } from './judging.ts'

const word = fc.oneof(
  fc.constantFrom('[Alex]', '[robin]', 'Robin', '[Kim]', 'no idea', '', '[]', '[a] [b]'),
  fc.string({ unit: 'binary', maxLength: 100 }),
)
const title = fc.oneof(
  word,
  word.map(text => `${text} ${routine}`),
)
const date = fc.option(
  fc.integer({ min: -2, max: 2 }).map(days => night.add({ days })),
  { nil: null },
)
const remote: fc.Arbitrary<RemoteEvent> = fc
  .record({
    etag: fc.constantFrom('"1"', '"2"', '"3"'),
    status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
    summary: title,
    startDate: date,
    endDate: date,
    repeats: fc.boolean(),
    properties: fc.constantFrom({}, written('a').properties, written('b').properties),
  })
  .map(change => ({ ...edited({}), ...change }))
const caregiver = fc.constantFrom('a', 'b', 'babysitter', null)
const facts = fc.record({
  known: fc
    .record({
      etag: fc.constantFrom('"1"', '"2"', null),
      pushedMeaning: fc.constantFrom(eventHash(written('a')), eventHash(written('b')), null),
      state: fc.constantFrom('present', 'adopted', 'rejected', 'deleted', 'removed'),
    })
    .map(change => known(change)),
  night: fc.record({ caregiver, babysitterName: fc.constantFrom('Kim', null) }),
  oldestChangeable: fc.integer({ min: -3, max: 3 }).map(days => night.add({ days })),
})

const runs = { numRuns: 3000 }

t.test('whatever stands in a calendar, there is one verdict, and it is the same again', async t => {
  fc.assert(
    fc.property(remote, facts, (event, given) => {
      const first = verdict(event, given)
      return JSON.stringify(first) === JSON.stringify(verdict(event, given))
    }),
    runs,
  )
  t.pass()
})

/** What is known once a verdict has been carried out. */
function afterwards(event: RemoteEvent, said: Verdict, given: { known: KnownEvent }) {
  const state = {
    echo: given.known.state,
    ours: 'present',
    same: given.known.state === 'adopted' ? 'adopted' : 'present',
    assign: 'adopted',
    babysitter: 'adopted',
    restore: 'rejected',
    recreate: 'deleted',
  } as const
  return { ...given.known, etag: event.etag, state: state[said.kind] }
}

t.test('what has been judged once is an echo from then on', async t => {
  fc.assert(
    fc.property(remote, facts, (event, given) => {
      const settled = afterwards(event, verdict(event, given), given)
      return verdict(event, { ...given, known: settled }).kind === 'echo'
    }),
    runs,
  )
  t.pass()
})

t.test('what we write never looks like a person’s wish', async t => {
  fc.assert(
    fc.property(facts, fc.constantFrom('a', 'b'), (given, who) => {
      const write = { ...written(who), etag: '"ours"' }
      // The one exception: we wrote the same before, a person changed it, and the plan followed.
      fc.pre(!(given.known.state === 'adopted' && given.known.pushedMeaning === eventHash(write)))
      return verdict(write, given).kind === 'ours'
    }),
    runs,
  )
  t.pass()
})

t.test('a readable wish for another parent is followed, however the event was left', async t => {
  const spelling = fc.constantFrom('[Robin]', '[ROBIN] tonight', 'robin', ` Robin ${routine}`)
  fc.assert(
    fc.property(remote, facts, spelling, (event, given, summary) => {
      fc.pre(event.status !== 'cancelled' && event.etag !== given.known.etag)
      fc.pre(given.night.caregiver !== 'b')
      fc.pre(Temporal.PlainDate.compare(night, given.oldestChangeable) >= 0)
      const wish = verdict({ ...event, summary, properties: {} }, given)
      return wish.kind === 'assign' && wish.caregiver === 'b'
    }),
    runs,
  )
  t.pass()
})

t.test('nothing that was changed before the past limit is followed', async t => {
  fc.assert(
    fc.property(remote, facts, (event, given) => {
      const { kind } = verdict(event, { ...given, oldestChangeable: night.add({ days: 1 }) })
      return kind !== 'assign' && kind !== 'babysitter'
    }),
    runs,
  )
  t.pass()
})

t.test('a babysitter’s name is one that we would write, and never a parent’s', async t => {
  fc.assert(
    fc.property(title, summary => {
      const said = judge({
        remote: edited({ summary, properties: {} }),
        known: known(),
        night: planned('a'),
        names,
        oldestChangeable: night,
      })
      if (said.kind !== 'babysitter') return true
      const { name } = said
      const length = Array.from(name).length
      return (
        name === name.trim() &&
        length >= 1 &&
        length <= 80 &&
        !/[[\]\p{Cc}]/u.test(name) &&
        !['alex', 'robin'].includes(name.toLowerCase())
      )
    }),
    runs,
  )
  t.pass()
})
