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

const speaker = (split: Split = {}, reader: 'b' | null = null, language = 'en'): Speaker => ({
  ledger: ledgerOf(split),
  people: { ...people, reader },
  wording: wordingFor(language),
})
const done = (a: number, b: number, weighed = { a, b }) => ({
  counts: { a, b, babysitter: 0 },
  weighed,
})
const until = day('2026-12-24')
const weights = { weekdays: { 5: 1.5 }, nights: [] }
const heavy = done(20, 21, { a: 24, b: 23.5 })

t.test('the headline so far, and with the plan', async t => {
  const rows: [sum: ReturnType<typeof done>, Speaker, soFar: string, figure?: string][] = [
    [done(7, 7), speaker(), 'Even so far.'],
    [done(8, 7), speaker(), 'So far Alex has done one more night, which is as even as it gets.'],
    [done(7, 9), speaker(), 'So far Robin has done 2 more nights.'],
    [done(7, 10), speaker({}, 'b'), 'So far you have done 3 more nights.'],
    [done(7, 10), speaker({}, 'b', 'fr'), 'Jusqu’ici, vous avez fait 3 soirs de plus.'],
    [
      done(12, 18),
      speaker({ share: 60 }),
      'So far Alex has done 12 of 30; 18 is Alex’s share.',
      'Robin +12',
    ],
    [
      done(7, 10),
      speaker({ share: 35 }, 'b'),
      'So far you have done 10 of 17; 11.05 is your share.',
      'Alex +2.1',
    ],
    [
      heavy,
      speaker({ share: 55, weights }, null, 'fr'),
      'Jusqu’ici, Alex a fait 24 sur 47,5 en soirs pondérés\u202f; sa part est de 26,13.',
      'Robin +4,25',
    ],
  ]
  for (const [sum, by, text, figure] of rows) {
    const said = soFarText(sum, by)
    t.same([said.text, said.difference?.text], [text, figure])
  }
  t.match(soFarText(done(18, 12), speaker({ share: 60 })).difference, { text: 'even' })
  for (const [sum, by, text] of [
    [done(7, 7), speaker(), 'Even with the plan until Thursday 24 December.'],
    [
      done(7, 10),
      speaker({}, 'b'),
      'With the plan until Thursday 24 December, you will have done 3 more nights.',
    ],
    [
      done(20, 11),
      speaker({ share: 60 }),
      'With the plan until Thursday 24 December, Robin will have done 11 of 31; 12.4 is Robin’s share.',
    ],
    [
      heavy,
      speaker({ weights }),
      'With the plan until Thursday 24 December, Robin will have done 23.5 of 47.5, by weight; 23.75 is Robin’s share.',
    ],
    [
      done(7, 10),
      speaker({}, 'b', 'fr'),
      'Avec le planning jusqu’au jeudi 24 décembre, vous aurez fait 3 soirs de plus.',
    ],
  ] as const)
    t.equal(planText(sum, until, by).text, text)
  const kims = { ...speaker(), people: { names: { a: 'Kim', b: 'Kim' } } }
  t.match(soFarText(done(1, 4), kims).text, 'Kim has done 3 more nights', 'still two')
})

t.test('a difference has a colour once a night should change hands', async t => {
  const { ledger } = speaker()
  const shown = (a: number, b: number) => difference(ledger.balance({ a, b }), speaker())
  t.same(shown(3, 3), { text: 'even', kind: 'unplanned' })
  t.same(shown(3, 4), { text: 'Robin +1', kind: 'unplanned' })
  t.same(shown(5, 3), { text: 'Alex +2', kind: 'a' })
  t.equal(difference(ledger.balance({ a: 7, b: 10 }), speaker({}, 'b')).text, 'You +3')
})
