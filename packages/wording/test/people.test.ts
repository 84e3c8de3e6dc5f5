import {
  assigneeIn,
  languages,
  parentIn,
  wordingFor,
  type MessageKey,
} from '@night-routine/wording'
import t from 'tap'
import { argumentsOf, textsOf } from './message-types.ts'

const names = { a: 'Alex', b: 'Robin' }

t.test('a sentence says "you" to its reader, and names everyone else', async t => {
  const explanation = {
    reason: 'Alternating' as const,
    totals: { a: 1, b: 1 },
    last30: { a: 1, b: 1 },
    streak: { parent: 'b' as const, nights: 1 },
    away: [],
    absence: null,
  }
  const night = { explanation, caregiver: 'a' as const, babysitter: null, names }
  const { explain } = wordingFor('en')
  t.equal(explain({ ...night, reader: 'a' }), 'Robin had the last turn, so it’s your turn.')
  t.equal(explain({ ...night, reader: 'b' }), 'You had the last turn, so it’s Alex’s turn.')
  t.equal(explain(night), 'Robin had the last turn, so it’s Alex’s turn.')
  const { explain: french } = wordingFor('fr')
  t.equal(
    french({ ...night, reader: 'b' }),
    'Vous avez fait le dernier tour\u202f: c’est donc à Alex.',
  )
})

t.test('a second turn names the nights of the other parent that follow', async t => {
  const explanation = {
    reason: 'Unavailability' as const,
    totals: { a: 1, b: 1 },
    last30: { a: 1, b: 1 },
    streak: { parent: 'a' as const, nights: 1 },
    away: [],
    absence: null,
    next: ['2026-11-27', '2026-11-28'],
  }
  const night = { explanation, caregiver: 'a' as const, babysitter: null, names }
  const { explain, explainWithoutCounts } = wordingFor('en')
  t.equal(explain(night), 'Alex again: Robin has Friday and Saturday.')
  t.equal(explain({ ...night, reader: 'b' }), 'Alex again: you have Friday and Saturday.')
  t.equal(explainWithoutCounts(night), 'Alex again, which keeps the nights around it fair.')
})

t.test('only the parent who reads is the reader, never a babysitter of the same name', async t => {
  const people = { names, reader: 'a' as const }
  t.same(parentIn(people, 'a'), { name: 'Alex', isReader: true })
  t.same(parentIn({ names, reader: null }, 'a'), { name: 'Alex', isReader: false })
  const sitter = { caregiver: 'babysitter' as const, babysitter: { name: 'Alex' } }
  t.same(assigneeIn(people, sitter), { name: 'Alex', isReader: false })
  t.equal(assigneeIn(people, { caregiver: null, babysitter: null }), null)
})

for (const language of languages)
  t.test(`${language} never names the reader of a sentence`, async t => {
    const { tell } = wordingFor(language)
    for (const [key, text] of Object.entries(textsOf(language))) {
      const asked = Object.entries(argumentsOf(text))
      for (const [about] of asked.filter(([, type]) => type === 'Who')) {
        const values = asked.map(([name, type]) => {
          const person = { name: `<${name}>`, isReader: name === about }
          return [name, type === 'number' ? 7 : type === 'Who' ? person : `<${name}>`] as const
        })
        const said = tell({ key: key as MessageKey, values: Object.fromEntries(values) })
        t.notMatch(said, `<${about}>`, `${key} says you to its ${about}`)
      }
    }
  })
