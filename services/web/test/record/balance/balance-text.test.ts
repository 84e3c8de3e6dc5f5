import { ledgerOf, sumNights, type ParentId, type Split } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { balanceText, difference, type Speaker } from '../../../src/record/balance/balance-text.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'

const friday = day('2026-11-20')
const speaker = (split: Split, reader: ParentId | null, language = 'en'): Speaker => ({
  account: {
    isHalves: split.share === undefined && split.later === undefined,
    isWeighed: split.weights !== undefined,
  },
  ledger: ledgerOf(split),
  tonight: friday,
  people: { ...people, reader },
  wording: wordingFor(language),
})
/** Fridays that both have done. */
const done = (a: number, b: number, split: Split) =>
  sumNights(
    [
      { caregiver: 'a', nights: a, last: friday },
      { caregiver: 'b', nights: b, last: friday },
    ],
    ledgerOf(split),
  )

const sixty = { share: 60 }
const heavy = { weights: { weekdays: { 5: 1.5 }, nights: [] } }
const turns = { parent: 'a', weekday: 5, weeks: 1, isMadeGood: true } as const
const robinsWeek = { later: [{ from: day('2026-11-13'), turns }] }

t.test('the balance in a sentence to its reader, and in short', t => {
  const rows: [Split, a: number, b: number, ParentId | null, text: string, figure: string][] = [
    [{}, 169, 169, 'b', 'You’re even: 169 each in the last year.', 'even'],
    [{}, 169, 169, null, 'Alex and Robin are even: 169 each in the last year.', 'even'],
    [{}, 8, 7, 'a', 'You’ve done one more night than Robin in the last year: 8 to 7.', 'You +1'],
    [{}, 7, 9, 'a', 'Robin has done 2 more nights than you in the last year: 9 to 7.', 'Robin +2'],
    [
      {},
      7,
      9,
      null,
      'Robin has done 2 more nights than Alex in the last year: 9 to 7.',
      'Robin +2',
    ],
    [heavy, 4, 4, 'b', 'You’re even: 6 each by weight in the last year.', 'even'],
    [
      { ...sixty, ...heavy },
      6,
      6,
      'b',
      'You’ve done 9 of 18 nights by weight in the last year: 1.8 more than agreed.',
      'You +1.8',
    ],
    [
      sixty,
      12,
      18,
      'a',
      'Robin has done 18 of 30 nights in the last year: 6 more than agreed.',
      'Robin +6',
    ],
    [
      sixty,
      18,
      12,
      'b',
      'You’re even, as agreed: you’ve done 12 of 30 nights in the last year.',
      'even',
    ],
    [
      sixty,
      203,
      135,
      null,
      'Alex and Robin are even, as agreed: Alex has done 203 of 338 nights in the last year.',
      'even',
    ],
    [
      robinsWeek,
      1,
      6,
      'a',
      'You’ve done 1 of 7 nights in the last year: 1 more than agreed.',
      'You +1',
    ],
    [
      robinsWeek,
      0,
      7,
      'a',
      'You’re even, as agreed: you’ve done 0 of 7 nights in the last year.',
      'even',
    ],
  ]
  for (const [split, a, b, reader, text, figure] of rows) {
    const sum = done(a, b, split)
    const to = speaker(split, reader)
    t.equal(balanceText(sum, 'in the last year', to), text)
    t.equal(difference(sum.balance, to).text, figure, text)
  }
  t.end()
})

t.test('the same in French', t => {
  for (const [split, a, b, reader, text] of [
    [{}, 169, 169, 'b', 'Vous êtes à égalité depuis un an\u202f: 169 de chaque côté.'],
    [{}, 8, 7, 'a', 'Vous avez fait 1 soir de plus depuis un an\u202f: 8 contre 7 pour Robin.'],
    [{}, 7, 9, 'a', 'Robin a fait 2 soirs de plus depuis un an\u202f: 9 contre 7 pour vous.'],
    [
      heavy,
      4,
      4,
      'b',
      'Vous êtes à égalité depuis un an, en soirs pondérés\u202f: 6 de chaque côté.',
    ],
    [
      sixty,
      13,
      17,
      'b',
      'Vous avez fait 17 soirs sur 30 depuis un an\u202f: 5 de plus que convenu.',
    ],
    [
      sixty,
      18,
      12,
      'b',
      'Vous êtes à égalité, comme convenu\u202f: vous avez fait 12 soirs sur 30 depuis un an.',
    ],
  ] as const)
    t.equal(balanceText(done(a, b, split), 'depuis un an', speaker(split, reader, 'fr')), text)
  t.end()
})

t.test('a difference has a colour once a night should change hands', t => {
  for (const [a, b, kind] of [
    [3, 3, 'unplanned'],
    [3, 4, 'unplanned'],
    [5, 3, 'a'],
    [7, 10, 'b'],
  ] as const)
    t.equal(difference(done(a, b, {}).balance, speaker({}, 'b')).kind, kind)
  t.end()
})
