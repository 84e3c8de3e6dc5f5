import t from 'tap'
import { reasonFor } from '../src/reason.ts'
import { ledgerOf } from '../src/ledger.ts'
import type { Reason } from '../src/reason.ts'
import type { ParentId } from '@night-routine/fairness'

type Pair = [a: number, b: number]
type Streak = [parent: ParentId | null, nights: number]

const even: Pair = [8, 8]

const pair = ([a, b]: Pair) => ({ a, b })
const mirror = ([a, b]: Pair) => ({ a: b, b: a })
const swap = (parent: ParentId): ParentId => (parent === 'a' ? 'b' : 'a')

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
    const weighed = { totals: pair(totals), last30: pair(last30) }
    const tally = { weighed, streak: { parent: last, nights } }
    t.equal(reasonFor('a', { tally, weight: 1, away }, ledgerOf()), reason, what)

    const swapped = {
      weighed: { totals: mirror(totals), last30: mirror(last30) },
      streak: { parent: last && swap(last), nights },
    }
    const facts = { tally: swapped, weight: 1, away: away.map(swap) }
    t.equal(reasonFor('b', facts, ledgerOf()), reason, `${what}, mirrored`)
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
  for (const [what, reason, share, totals, last30, [last, nights], weight = 1] of table) {
    const weighed = { totals: pair(totals), last30: pair(last30) }
    const tally = { weighed, streak: { parent: last, nights } }
    t.equal(reasonFor('a', { tally, weight, away: [] }, ledgerOf({ share })), reason, what)
  }
})
