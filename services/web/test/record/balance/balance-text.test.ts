import { ledgerOf, type Split } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import {
  difference,
  planText,
  soFarText,
  type Speaker,
} from '../../../src/record/balance/balance-text.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'

const speaker = (split: Split = {}, more: Partial<Speaker> = {}): Speaker => ({
  ledger: ledgerOf(split),
  people,
  wording: wordingFor('en'),
  ...more,
})
const done = (a: number, b: number) => ({ counts: { a, b, babysitter: 0 }, weighed: { a, b } })
const until = day('2026-12-24')

t.test(
  'with equal shares the headline is the difference, and one night is as even as it gets',
  async t => {
    const table: [a: number, b: number, soFar: string, withPlan: string][] = [
      [7, 7, 'Even so far.', 'Even with the plan until Thursday 24 December.'],
      [
        8,
        7,
        'So far Alex has done one more night, which is as even as it gets.',
        'With the plan until Thursday 24 December, Alex will have done one more night, which is as even as it gets.',
      ],
      [
        7,
        9,
        'So far Robin has done 2 more nights.',
        'With the plan until Thursday 24 December, Robin will have done 2 more nights.',
      ],
    ]
    for (const [a, b, soFar, withPlan] of table) {
      t.same(soFarText(done(a, b), speaker()), { text: soFar, difference: null })
      t.same(planText(done(a, b), until, speaker()), { text: withPlan, difference: null })
    }
  },
)

t.test('with another share it says what the share of the parent is who is behind', async t => {
  t.same(soFarText(done(12, 18), speaker({ share: 60 })), {
    text: 'So far Alex has done 12 of 30; 18 is Alex’s share.',
    difference: { text: 'Robin +12', kind: 'b' },
  })
  t.same(planText(done(20, 11), until, speaker({ share: 60 })), {
    text: 'With the plan until Thursday 24 December, Robin will have done 11 of 31; 12.4 is Robin’s share.',
    difference: { text: 'Alex +2.8', kind: 'a' },
  })
  t.same(soFarText(done(18, 12), speaker({ share: 60 })).difference, {
    text: 'even',
    kind: 'unplanned',
  })
})

t.test('with weights it counts by weight, in the reader’s digits', async t => {
  const weights = { weekdays: { 5: 1.5 }, nights: [] }
  const french = speaker({ share: 55, weights }, { wording: wordingFor('fr') })
  const sum = { ...done(20, 21), weighed: { a: 24, b: 23.5 } }
  t.same(soFarText(sum, french), {
    text: 'Jusqu’ici, Alex a fait 24 sur 47,5 en soirs pondérés\u202f; sa part est de 26,13.',
    difference: { text: 'Robin +4,25', kind: 'b' },
  })
  t.equal(
    planText(sum, until, speaker({ weights })).text,
    'With the plan until Thursday 24 December, Robin will have done 23.5 of 47.5, by weight; 23.75 is Robin’s share.',
  )
})

const toRobin = (language: string, split: Split = {}) =>
  speaker(split, { people: { ...people, reader: 'b' }, wording: wordingFor(language) })

t.test('a parent is told about themselves as "you"', async t => {
  const table: [language: string, split: Split, soFar: string, withPlan: string][] = [
    [
      'en',
      {},
      'So far you have done 3 more nights.',
      'With the plan until Thursday 24 December, you will have done 3 more nights.',
    ],
    [
      'en',
      { share: 65 },
      'So far Alex has done 7 of 17; 11.05 is Alex’s share.',
      'With the plan until Thursday 24 December, Alex will have done 7 of 17; 11.05 is Alex’s share.',
    ],
    [
      'en',
      { share: 35 },
      'So far you have done 10 of 17; 11.05 is your share.',
      'With the plan until Thursday 24 December, you will have done 10 of 17; 11.05 is your share.',
    ],
    [
      'fr',
      {},
      'Jusqu’ici, vous avez fait 3 soirs de plus.',
      'Avec le planning jusqu’au jeudi 24 décembre, vous aurez fait 3 soirs de plus.',
    ],
  ]
  for (const [language, split, soFar, withPlan] of table) {
    t.equal(soFarText(done(7, 10), toRobin(language, split)).text, soFar)
    t.equal(planText(done(7, 10), until, toRobin(language, split)).text, withPlan)
  }
  const units = ledgerOf().balance({ a: 7, b: 10 })
  t.equal(difference(units, toRobin('en')).text, 'You +3')
  t.equal(difference(-units, toRobin('en')).text, 'Alex +3')
  t.equal(difference(units, toRobin('fr')).text, 'Vous +3')
  t.equal(difference(0, toRobin('fr')).text, 'équilibré')
})

t.test('parents who share a name are still two', async t => {
  const kims = speaker({}, { people: { names: { a: 'Kim', b: 'Kim' } } })
  t.match(soFarText(done(1, 4), kims).text, 'Kim has done 3 more nights')
})

t.test('a difference has a colour once a night should change hands', async t => {
  const { ledger } = speaker()
  const shown = (a: number, b: number) => difference(ledger.balance({ a, b }), speaker())
  t.same(shown(3, 3), { text: 'even', kind: 'unplanned' })
  t.same(shown(3, 4), { text: 'Robin +1', kind: 'unplanned' })
  t.same(shown(5, 3), { text: 'Alex +2', kind: 'a' })
})
