import * as fc from 'fast-check'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { balance, balanceText, type Balance } from '../../../src/routes/statistics/balance.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, sitter } from '../../nights.ts'

const tonight = day('2026-11-20')
const older = { a: 0, b: 0 }
const said = (how: Balance, names = people.names) => balanceText(how, names, wordingFor('en'))

t.test('shows the balance as sentences', async t => {
  const table: [overall: number, last30: number, text: string][] = [
    [0, 0, 'Even.'],
    [2, 1, 'Even.'],
    [-2, -1, 'Even.'],
    [1, 2, 'Even overall. In the last 30 days Alex has done 2 more nights.'],
    [2, -2, 'Even overall. In the last 30 days Robin has done 2 more nights.'],
    [3, 1, 'Alex has done 3 more nights overall, and 1 more in the last 30 days.'],
    [-3, -1, 'Robin has done 3 more nights overall, and 1 more in the last 30 days.'],
    [-14, 0, 'Robin has done 14 more nights overall; the last 30 days are even.'],
    [
      3,
      -1,
      'Alex has done 3 more nights overall. In the last 30 days Robin has done 1 more night.',
    ],
    [
      -5,
      4,
      'Robin has done 5 more nights overall. In the last 30 days Alex has done 4 more nights.',
    ],
  ]
  for (const [overall, last30, text] of table)
    t.equal(said({ overall, last30, month: 0 }).overall, text)
})

t.test('a month one apart is even: 31 nights cannot be split better', async t => {
  const table: [month: number, text: string][] = [
    [0, 'This month’s plan is even.'],
    [1, 'This month’s plan is even.'],
    [-1, 'This month’s plan is even.'],
    [2, 'In this month’s plan Alex has 2 more nights.'],
    [-2, 'In this month’s plan Robin has 2 more nights.'],
  ]
  for (const [month, text] of table) t.equal(said({ overall: 0, last30: 0, month }).month, text)
})

t.test('parents who share a name are still two', async t => {
  const texts = said({ overall: 3, last30: -2, month: 0 }, { a: 'Kim', b: 'Kim' })
  t.match(
    texts.overall,
    'Kim has done 3 more nights overall. In the last 30 days Kim has done 2 more nights',
  )
})

t.test('the last 30 days are the 30 before tonight', async t => {
  const record = [
    assignment('2026-10-20', 'a'),
    assignment('2026-10-21', 'a'),
    assignment('2026-11-19', 'a'),
    sitter('2026-11-18', 'Maria'),
    assignment('2026-11-17', null),
  ]
  const facts = { record, thisMonth: [], tonight }
  t.same(balance({ ...facts, older }), { overall: 3, last30: 2, month: 0 })
  t.same(balance({ ...facts, older: { a: 1, b: 6 } }), { overall: -2, last30: 2, month: 0 })
})

t.test('changing sides changes the sign, and babysitters change nothing', async () => {
  const nights = fc.array(fc.constantFrom('a', 'b', 'babysitter', null), { maxLength: 60 })
  fc.assert(
    fc.property(nights, caregivers => {
      const record = caregivers.map((caregiver, index) => ({
        night: tonight.subtract({ days: index + 1 }),
        caregiver,
      }))
      const swapped = record.map(
        ({ night, caregiver }) =>
          ({
            night,
            caregiver: caregiver === 'a' ? 'b' : caregiver === 'b' ? 'a' : caregiver,
          }) as const,
      )
      const parentsOnly = record.filter(({ caregiver }) => caregiver === 'a' || caregiver === 'b')
      const one = balance({ older, record, thisMonth: record, tonight })
      const other = balance({ older, record: swapped, thisMonth: swapped, tonight })
      return (
        one.overall + other.overall === 0 &&
        one.last30 + other.last30 === 0 &&
        one.overall === one.month &&
        one.overall === balance({ older, record: parentsOnly, thisMonth: [], tonight }).overall
      )
    }),
  )
})
