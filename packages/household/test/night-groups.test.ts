import { ledgerOf, sumNights, type Split } from '@night-routine/fairness'
import { readNightGroups } from '@night-routine/household'
import { inTurn, sitter, storeNights, testDatabase } from '@night-routine/testing/database'
import t from 'tap'

const day = (text: string) => Temporal.PlainDate.from(text)

t.test('groups are worth what their nights are worth, under any agreement', async t => {
  const { db } = await testDatabase(t)
  const nights = [...inTurn('2026-04-01', 203), sitter('2026-10-21', 'Dana')]
  await storeNights(db, nights)
  const split: Split = {
    share: 60,
    weights: {
      weekdays: { 5: 1.5, 6: 2 },
      nights: [
        { night: day('2026-09-04'), weight: 3 },
        { night: day('2026-09-18'), weight: 1 },
        { night: day('2026-10-19'), weight: 2.5 },
      ],
    },
    later: [
      { from: day('2026-06-03'), share: 35, weekdays: { 3: 2 } },
      { from: day('2026-07-15'), turns: { parent: 'b', weekday: 5, weeks: 2, isMadeGood: true } },
    ],
  }
  const ledger = ledgerOf(split)
  for (const [from, cut] of [
    [null, '2026-10-05'],
    ['2026-05-01', '2026-09-19'],
  ] as const) {
    const counted = nights.filter(({ night }) => from === null || night.toString() >= from)
    const groups = await readNightGroups(db, {
      from: from === null ? null : day(from),
      cuts: [day(cut)],
      split,
    })
    const sides = (isBefore: boolean) => [
      sumNights(
        groups.filter(({ last }) => last.toString() < cut === isBefore),
        ledger,
      ),
      sumNights(
        counted
          .filter(({ night }) => night.toString() < cut === isBefore)
          .map(({ night, caregiver }) => ({ caregiver, nights: 1, last: night })),
        ledger,
      ),
    ]
    const [before, expectedBefore] = sides(true)
    t.same(before, expectedBefore)
    const [after, expectedAfter] = sides(false)
    t.same(after, expectedAfter)
    t.ok(groups.length < counted.length, `${groups.length} groups of ${counted.length}`)
  }
})
