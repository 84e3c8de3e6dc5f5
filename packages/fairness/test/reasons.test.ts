import { planNights } from '@night-routine/fairness'
import type { ParentId, PlannedNight } from '@night-routine/fairness'
import * as fc from 'fast-check'
import t from 'tap'
import { dividedRequests, requests } from './arbitrary.ts'
import { plain } from './plain.ts'

const runs = { numRuns: process.env['LONG_TESTS'] ? 500 : 150 }

/** Whether the reason matches its numbers, by the rules of `src/reason.ts`. */
function isTrue({ caregiver, reason, explanation }: PlannedNight): boolean {
  const { totals, last30, streak, away, turn } = explanation
  if (reason !== explanation.reason) return false
  if (caregiver === null) return reason === null && away.length === 2
  if (caregiver === 'babysitter' || reason === 'Override') return reason === 'Override'

  const other: ParentId = caregiver === 'a' ? 'b' : 'a'
  const isOthersTurn = turn === other
  const { share, weight, due, ...weighed } = explanation.split ?? {
    share: { a: 50, b: 50 },
    weight: 1,
    totals,
    last30,
  }
  // How far this parent is behind its share of the nights before and half of this one, in hundredths of a night.
  const behind = (nights: 'totals' | 'last30') => {
    const { a, b } = weighed[nights]
    const owed = due ? due[nights][caregiver] : ((a + b) * share[caregiver]) / 100
    const ofThisNight = (isOthersTurn ? 0 : 2 * share[caregiver]) * weight - 100 * weight
    return Math.round(200 * (owed - weighed[nights][caregiver]) + ofThisNight)
  }
  const [fewer, fewerLately] = [behind('totals'), behind('last30')]
  if (isOthersTurn && !away.includes(other)) return reason === 'Total Count' && fewer > 0
  const rules: [string, boolean][] = [
    ['Alternating', turn === caregiver],
    ['Unavailability', away.includes(other)],
    ['Consecutive Limit', streak.parent === other && streak.nights >= 2],
    ['Total Count', fewer >= 200 || (fewer > 0 && streak.parent === caregiver)],
    ['Recent Count', fewer === 0 && fewerLately > 0],
    ['Alternating', streak.parent !== caregiver],
    ['Unavailability', true],
  ]
  return rules.find(([, applies]) => applies)?.[0] === reason
}

t.test('every reason matches its numbers', async t => {
  for (const asked of [requests(60), dividedRequests(60)])
    fc.assert(
      fc.property(asked, request => planNights(request).nights.every(isTrue)),
      runs,
    )
  t.pass()
})

t.test('the numbers count the nights before', async t => {
  fc.assert(
    fc.property(requests(45), request => {
      const { nights } = planNights(request)
      const done = [...request.settled, ...nights]
      return nights.every(({ night, explanation: { totals, last30, streak } }) => {
        const before = done
          .filter(other => Temporal.PlainDate.compare(other.night, night) < 0)
          .toSorted((one, other) => Temporal.PlainDate.compare(one.night, other.night))
        const recent = before.filter(other => other.night.until(night).days <= 30)
        const turns = before.flatMap(({ caregiver }) =>
          caregiver === 'a' || caregiver === 'b' ? [caregiver] : [],
        )
        const last = turns.at(-1) ?? null
        const broken = turns.findLastIndex(parent => parent !== last)
        return (
          (['a', 'b'] as const).every(
            parent =>
              totals[parent] ===
                (request.totals?.[parent] ?? 0) +
                  before.filter(({ caregiver }) => caregiver === parent).length &&
              last30[parent] === recent.filter(({ caregiver }) => caregiver === parent).length,
          ) &&
          streak.parent === last &&
          streak.nights === turns.length - broken - 1
        )
      })
    }),
    runs,
  )
  t.pass()
})

t.test('an absence nearby names covered nights; otherwise it is a second turn', async t => {
  fc.assert(
    fc.property(requests(60), request => {
      const { nights } = planNights(request)
      const done = new Map(
        [...request.settled, ...nights].map(({ night, caregiver }) => [
          night.toString(),
          caregiver,
        ]),
      )
      return nights.every(({ caregiver, reason, explanation: { away, absence, streak } }) => {
        const other = caregiver === 'a' ? 'b' : 'a'
        if (reason !== 'Unavailability' || away.includes(other)) return absence === null
        if (absence === null) return streak.parent === caregiver
        // A night beyond the plan is certain when only one parent can do it.
        return [absence.from, absence.to].every(date => {
          const who = done.get(date)
          const beyond = Temporal.PlainDate.compare(date, request.to) > 0
          return beyond || who === other
        })
      })
    }),
    runs,
  )
  t.pass()
})

t.test('an explanation is plain data', async t => {
  fc.assert(
    fc.property(requests(30), request =>
      planNights(request).nights.every(
        ({ explanation }) => JSON.stringify(plain(explanation)) === JSON.stringify(explanation),
      ),
    ),
    runs,
  )
  t.pass()
})
