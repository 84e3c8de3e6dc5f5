import * as fc from 'fast-check'
import t from 'tap'
import { eventHash } from '../src/event-hash.ts'
import { type Verdict } from '../src/judge.ts'
import type { RemoteEvent } from '../src/port.ts'
import { type KnownEvent } from '../src/text-origin.ts'
import { edited, known, night, routine, verdict, written } from './judging.ts'

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
    babysitter: fc.constantFrom({ name: 'Kim' }, null),
    override: fc.boolean(),
  }),
  oldestChangeable: fc.integer({ min: -3, max: 3 }).map(days => night.add({ days })),
})

const runs = { numRuns: process.env['LONG_TESTS'] ? 1000 : 100 }

/** What we know after a verdict was carried out. */
function afterwards(event: RemoteEvent, said: Verdict, given: { known: KnownEvent }) {
  const stays = said.kind === 'same' || said.kind === 'assign' || said.kind === 'babysitter'
  const judgedMeaning = stays ? eventHash(event) : null
  return said.kind === 'echo' ? given.known : { ...given.known, etag: event.etag, judgedMeaning }
}

t.test('an event that was judged is an echo afterwards', async t => {
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

t.test('does not follow the same edit twice', async t => {
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

t.test('our own text never looks like a person’s edit', async t => {
  fc.assert(
    fc.property(facts, fc.constantFrom('a', 'b'), (given, who) => {
      const write = { ...written(who), etag: '"ours"' }
      const { pushedMeaning, judgedMeaning } = given.known
      const said = verdict(write, given).kind
      if (judgedMeaning === eventHash(write)) return said === 'judged'
      // After a person's text in between, our earlier text is a person's edit.
      fc.pre(!(judgedMeaning !== null && pushedMeaning === eventHash(write)))
      return said === 'ours'
    }),
    runs,
  )
  t.pass()
})
