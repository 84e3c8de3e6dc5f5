import {
  eventHash,
  judge,
  whoseWords,
  type KnownEvent,
  type RemoteEvent,
  type Verdict,
} from '@night-routine/calendar'
import * as fc from 'fast-check'
import t from 'tap'
import {
  edited,
  known,
  names,
  night,
  nobody,
  planned,
  routine,
  verdict,
  written,
} from './judging.ts'

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
      judgedMeaning: fc.constantFrom(
        eventHash(written('a')),
        eventHash(edited({ summary: '[Kim]' })),
        null,
      ),
      state: fc.constantFrom('present', 'adopted', 'rejected', 'deleted', 'removed'),
    })
    .map(change => known(change)),
  night: fc.record({
    caregiver,
    babysitterName: fc.constantFrom('Kim', null),
    override: fc.boolean(),
  }),
  oldestChangeable: fc.integer({ min: -3, max: 3 }).map(days => night.add({ days })),
})

const runs = { numRuns: 1000 }

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
  const stays = said.kind === 'same' || said.kind === 'assign' || said.kind === 'babysitter'
  const judgedMeaning = stays ? eventHash(event) : null
  return said.kind === 'echo' ? given.known : { ...given.known, etag: event.etag, judgedMeaning }
}

t.test('what has been judged once is an echo from then on', async t => {
  fc.assert(
    fc.property(remote, facts, (event, given) => {
      const said = verdict(event, given)
      const settled = { ...given, known: afterwards(event, said, given) }
      return verdict(event, settled).kind === 'echo'
    }),
    runs,
  )
  t.pass()
})

t.test('words of a person that were followed are not followed twice', async t => {
  fc.assert(
    fc.property(remote, facts, facts, (event, given, later) => {
      const said = verdict(event, given)
      fc.pre(said.kind === 'assign' || said.kind === 'babysitter')
      fc.pre(!event.repeats)
      const followed = { ...later, known: afterwards(event, said, given) }
      return verdict({ ...event, etag: '"recoloured"' }, followed).kind === 'judged'
    }),
    runs,
  )
  t.pass()
})

t.test('what we write never looks like a person’s wish', async t => {
  fc.assert(
    fc.property(facts, fc.constantFrom('a', 'b'), (given, who) => {
      const write = { ...written(who), etag: '"ours"' }
      const { pushedMeaning, judgedMeaning } = given.known
      const said = verdict(write, given).kind
      if (judgedMeaning === eventHash(write)) return said === 'judged'
      // We wrote the same before, and a person's words came between: then it is theirs.
      fc.pre(!(judgedMeaning !== null && pushedMeaning === eventHash(write)))
      return said === 'ours'
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
      const said = { ...event, summary, properties: {} }
      fc.pre(whoseWords(said, given.known) === 'new')
      const wish = verdict(said, given)
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
        earlierNames: [],
        nobody,
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
