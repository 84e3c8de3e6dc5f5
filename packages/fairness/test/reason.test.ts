import t from 'tap'
import { reasonFor } from '../src/reason.ts'
import { ledgerOf } from '../src/ledger.ts'
import type { Ledger } from '../src/ledger.ts'
import type { Reason } from '../src/reason.ts'
import type { ParentId } from '@night-routine/fairness'
import { day, everyDay } from './requests.ts'

type Pair = [a: number, b: number]
type Streak = [parent: ParentId | null, nights: number]

const even: Pair = [8, 8]

const swap = (parent: ParentId): ParentId => (parent === 'a' ? 'b' : 'a')
const mirror = ([a, b]: Pair): Pair => [b, a]

/** What is known on a night when these nights have been done. */
function facts(ledger: Ledger, totals: Pair, last30: Pair, [parent, nights]: Streak) {
  const balance = ([a, b]: Pair) => ledger.step('a', a, null) + ledger.step('b', b, null)
  return {
    night: day(0),
    tally: {
      balance: { totals: balance(totals), last30: balance(last30) },
      streak: { parent, nights },
    },
    weight: 1,
    away: [] as ParentId[],
  }
}

t.test('gives the first rule that applies as the reason', async t => {
  const table: [what: string, Reason, totals: Pair, last30: Pair, Streak, away?: ParentId[]][] = [
    ['the very first night', 'Alternating', [0, 0], [0, 0], [null, 0]],
    ['b did the last night', 'Alternating', even, even, ['b', 1]],
    ['b did the last night, and a has one fewer', 'Alternating', [7, 8], even, ['b', 1]],
    ['b did the last night, and a has more', 'Alternating', [11, 8], [9, 4], ['b', 1]],
    ['b is away', 'Unavailability', [2, 8], [0, 5], ['b', 5], ['b']],
    ['b did the two before', 'Consecutive Limit', [2, 8], [0, 5], ['b', 2]],
    ['a did the two before', 'Unavailability', even, even, ['a', 2]],
    ['a has two fewer', 'Total Count', [6, 8], even, ['b', 1]],
    ['a has two fewer and did the last', 'Total Count', [6, 8], even, ['a', 1]],
    ['a has one fewer and did the last', 'Total Count', [7, 8], even, ['a', 1]],
    ['a has one fewer and starts', 'Alternating', [0, 1], [0, 0], [null, 0]],
    ['as many in total, fewer of the last 30', 'Recent Count', even, [7, 8], ['b', 1]],
    ['the same, a did the last', 'Recent Count', even, [7, 8], ['a', 3]],
    ['more in total, fewer lately', 'Unavailability', [9, 8], [2, 8], ['a', 1]],
    ['no number speaks for a', 'Unavailability', [9, 8], [8, 7], ['a', 1]],
    ['a is away too', 'Alternating', even, even, ['b', 1], ['a']],
  ]
  for (const [what, reason, totals, last30, [last, nights], away = []] of table) {
    const known = { ...facts(ledgerOf(), totals, last30, [last, nights]), away }
    t.equal(reasonFor('a', known, ledgerOf()), reason, what)

    const streak: Streak = [last && swap(last), nights]
    const swapped = facts(ledgerOf(), mirror(totals), mirror(last30), streak)
    const ofB = reasonFor('b', { ...swapped, away: away.map(swap) }, ledgerOf())
    t.equal(ofB, reason, `${what}, mirrored`)
  }
})

t.test('the counts compare with the share, by weight', async t => {
  const table: [
    what: string,
    Reason,
    share: number,
    totals: Pair,
    last30: Pair,
    Streak,
    weight?: number,
  ][] = [
    [
      'both have their share, and the next night is a’s',
      'Total Count',
      60,
      [12, 8],
      even,
      ['a', 1],
    ],
    [
      'both have their share, and the next night is b’s',
      'Unavailability',
      40,
      [8, 12],
      even,
      ['a', 1],
    ],
    ['two nights behind the share', 'Total Count', 60, [10.5, 9.5], even, ['b', 1]],
    ['less than two nights behind it', 'Alternating', 60, [11.5, 8.5], even, ['b', 1]],
    ['two nights behind by weight', 'Total Count', 50, [7.5, 9.5], even, ['b', 1]],
    ['a half behind by weight, and a did the last', 'Total Count', 50, [7.5, 8], even, ['a', 1]],
    ['exactly the share, and less of it lately', 'Recent Count', 55, [5, 4], [5, 5], ['b', 1]],
    ['exactly the share, and more than that lately', 'Alternating', 55, [5, 4], [6, 4], ['b', 1]],
    ['the share with a heavy night', 'Recent Count', 55, [2, 1.5], [5, 5], ['b', 1], 1.5],
    ['the same with a light one', 'Alternating', 55, [2, 1.5], [5, 5], ['b', 1]],
  ]
  for (const [what, reason, share, totals, last30, streak, weight = 1] of table) {
    const ledger = ledgerOf({ share })
    const known = { ...facts(ledger, totals, last30, streak), weight }
    t.equal(reasonFor('a', known, ledger), reason, what)
  }
})

t.test('the counts compare by the night’s own agreement', async t => {
  const ledger = ledgerOf({ later: [{ from: day(0), share: 60, weekdays: everyDay(2) }] })
  const behind = facts(ledger, [4, 8], even, ['b', 1])
  t.equal(reasonFor('a', behind, ledger), 'Total Count', 'four nights, of which two are ordinary')
  const less = facts(ledger, [5, 8], even, ['b', 1])
  t.equal(reasonFor('a', less, ledger), 'Alternating')
})

t.test('where weeks turn about, a night is its parent’s, or made good', async t => {
  const turns = { parent: 'a', weekday: 1, weeks: 1, isMadeGood: true } as const
  const ledger = ledgerOf({ later: [{ from: day(0), turns }] })
  const known = facts(ledger, [12, 8], even, ['b', 7])
  const table: [what: string, ParentId, away: ParentId[], Reason][] = [
    ['a’s week', 'a', [], 'Alternating'],
    ['a’s week, and b is away', 'a', ['b'], 'Alternating'],
    ['b covers', 'b', ['a'], 'Unavailability'],
    ['b makes a night good', 'b', [], 'Total Count'],
  ]
  for (const [what, parent, away, reason] of table)
    t.equal(reasonFor(parent, { ...known, away }, ledger), reason, what)
  const ofLate = facts(ledger, even, even, ['a', 7])
  t.equal(reasonFor('b', ofLate, ledger), 'Total Count', 'also after a’s week')
})
