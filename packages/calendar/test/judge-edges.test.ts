import t from 'tap'
import { eventHash } from '../src/event-hash.ts'
import { textOrigin } from '../src/text-origin.ts'
import {
  edited,
  known,
  night,
  planned,
  restore,
  routine,
  same,
  verdict,
  written,
} from './judging.ts'

t.test('an event whose details are hidden says nothing new', async t => {
  const hidden = edited({ summary: 'Busy', detailsHidden: true })
  t.same(verdict(hidden), { kind: 'judged', etag: '"2"' })
})

t.test('a series is a person’s text, also with our title', async t => {
  t.equal(textOrigin(edited({ repeats: true }), known()), 'new')
})

t.test('a moved event moves back, also with the title of an open night', async t => {
  const moved = { startDate: night.add({ days: 1 }), endDate: night.add({ days: 2 }) }
  const retitled = edited({ summary: `[No one yet] ${routine}`, ...moved })
  t.same(verdict(retitled), restore('moved'), 'the night is planned')
  const spelled = edited({ summary: '[no one yet]', ...moved })
  const open = { night: planned(null), known: known({ pushedMeaning: null }) }
  t.same(verdict(spelled, open), restore('moved'), 'the night is open')
})

t.test('a babysitter’s night with a title that cannot be read is written again', async t => {
  const facts = { night: planned('babysitter', 'Grandma') }
  t.same(verdict(edited({ summary: '[Al\u0007ex]' }), facts), restore('name-not-allowed'))
})

t.test('a person’s spelling may stay when no write is on record', async t => {
  const facts = { known: known({ pushedMeaning: null }), night: planned('a', null, true) }
  t.same(verdict(edited({ summary: '[alex]', properties: {} }), facts), same)
})

/** A household with this name of a parent, whose text of another person was restored to ours. */
const zoe = (name: string) => ({
  names: { a: name, b: 'Robin' },
  known: known({
    pushedMeaning: eventHash({ ...written(), summary: `[Zoë] ${routine}` }),
    judgedMeaning: 'of a person',
  }),
})

t.test('our title in another form, restored by a person, is what is planned', async t => {
  for (const [form, name, summary] of [
    ['spaces around it', 'Zoë', ` [Zoë] ${routine} `],
    ['decomposed in the calendar', 'Zoë', `[Zoe\u0308] ${routine}`],
    ['decomposed in the household', 'Zoe\u0308', `[Zoë] ${routine}`],
  ] as const)
    t.same(verdict(edited({ summary }), zoe(name)), same, form)
})
