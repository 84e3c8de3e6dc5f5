import {
  isAway,
  ledgerOf,
  otherParent,
  planNights,
  sumNights,
  totalOf,
} from '@night-routine/fairness'
import type { Agreement, Caregiver, NightRecord, PlanRequest } from '@night-routine/fairness'
import * as fc from 'fast-check'
import t from 'tap'
import { dividedRequests, requests } from './arbitrary.ts'
import { day, everyDay, letters, request } from './requests.ts'

const runs = { numRuns: process.env['LONG_TESTS'] ? 300 : 100 }
const swap = (who: Caregiver): Caregiver => (who === 'babysitter' ? who : who === 'a' ? 'b' : 'a')
const nightsOf = (asked: PlanRequest) => planNights(asked).nights

const mirroredRecords = (records: NightRecord[]) =>
  records.map(({ night, caregiver }) => ({ night, caregiver: swap(caregiver) }))

const mirroredAgreement = ({ share = 50, turns, ...same }: Agreement): Agreement => ({
  ...same,
  share: 100 - share,
  turns: turns && { ...turns, parent: otherParent(turns.parent) },
})

/** Somebody did a previous night, which decides remaining ties. */
const withHistory = (asked: PlanRequest) =>
  asked.settled.some(({ caregiver }) => caregiver !== 'babysitter')

/** A plan as published nights. */
function read(nights: readonly { night: Temporal.PlainDate; caregiver: Caregiver | null }[]) {
  return nights.flatMap(({ night, caregiver }) => (caregiver ? [{ night, caregiver }] : []))
}

const given = (records: readonly NightRecord[], night: Temporal.PlainDate) =>
  records.find(record => record.night.equals(night))?.caregiver

t.test('without absences, overrides and history, parents alternate at any length', async t => {
  for (let nights = 1; nights <= 366; nights++) {
    const { balance, longestStreak } = planNights(request(nights))
    if (balance.worst > 1 || longestStreak > 1) t.fail(`${nights} nights`)
  }
  t.pass()
})

t.test('one entry per date in order, no absent parent, no free night left open', async t => {
  fc.assert(
    fc.property(requests(60), asked => {
      for (const [index, { night, caregiver, reason }] of nightsOf(asked).entries()) {
        if (!night.equals(day(index))) return false
        const fixed = given(asked.fixed, night)
        const away = (['a', 'b'] as const).filter(parent => isAway(asked.away[parent], night))
        if (fixed ? caregiver !== fixed || reason !== 'Override' : caregiver === 'babysitter')
          return false
        if (fixed) continue
        if (
          (caregiver === null) !== (away.length === 2) ||
          (caregiver === null) !== (reason === null)
        )
          return false
        if (away.some(parent => parent === caregiver)) return false
      }
      return true
    }),
    runs,
  )
  t.pass()
})

t.test('the same request gives the same plan and is not modified', async t => {
  fc.assert(
    fc.property(requests(60), asked => {
      const before = JSON.stringify(asked)
      const plan = JSON.stringify(planNights(asked))
      return JSON.stringify(planNights(asked)) === plan && JSON.stringify(asked) === before
    }),
    runs,
  )
  t.pass()
})

t.test('lists may come in any order', async t => {
  fc.assert(
    fc.property(requests(40), asked => {
      const turned = {
        ...asked,
        settled: asked.settled.toReversed(),
        fixed: asked.fixed.toReversed(),
        published: asked.published.toReversed(),
      }
      return JSON.stringify(planNights(turned)) === JSON.stringify(planNights(asked))
    }),
    runs,
  )
  t.pass()
})

t.test('a number or a sum replaces older nights', async t => {
  const older = fc.array(fc.constantFrom<Caregiver>('a', 'b', 'babysitter'), { maxLength: 60 })
  // Recent enough that the last 30 nights and the streak don't reach beyond them.
  const recent = Array.from({ length: 30 }, (_, index) => ({
    night: day(index - 30),
    caregiver: index % 3 === 0 ? ('a' as const) : ('b' as const),
  }))
  fc.assert(
    fc.property(requests(40), dividedRequests(40), older, (asked, divided, past) => {
      const count = (parent: Caregiver) => past.filter(who => who === parent).length
      const dated = past.map((caregiver, index) => ({ night: day(-31 - index), caregiver }))
      const { a, b } = { a: 0, b: 0, ...asked.totals }
      const groups = dated.map(({ caregiver, night }) => ({ caregiver, nights: 1, last: night }))
      const sum = sumNights(groups, ledgerOf(divided))
      const isSame = (short: PlanRequest, long: PlanRequest) =>
        // The explanation may name a past absence of an older night; the choices are the same.
        letters(nightsOf({ ...short, settled: recent })) ===
        letters(nightsOf({ ...long, settled: [...recent, ...dated] }))
      const totals = { a: a + count('a'), b: b + count('b') }
      return (
        isSame({ ...asked, totals }, asked) &&
        isSame({ ...divided, older: sum }, { ...divided, older: totalOf([]) })
      )
    }),
    runs,
  )
  t.pass()
})

t.test('planning again from the published nights changes nothing', async t => {
  fc.assert(
    fc.property(fc.oneof(requests(60), dividedRequests(60)), asked => {
      const plan = nightsOf(asked)
      return letters(nightsOf({ ...asked, published: read(plan) })) === letters(plan)
    }),
    runs,
  )
  t.pass()
})

t.test(
  'planning later to the same end changes nothing, with a balance within the limit',
  async t => {
    fc.assert(
      fc.property(requests(60), fc.nat(20), (asked, later) => {
        const plan = nightsOf({ ...asked, totals: { a: 0, b: 0 }, settled: [] })
        const rest = plan.slice(later)
        const from = rest[0]?.night
        if (!from) return true
        const settled = read(plan.slice(0, later))
        const balance = settled.reduce(
          (sum, { caregiver }) => sum + (caregiver === 'a' ? 1 : caregiver === 'b' ? -1 : 0),
          0,
        )
        if (Math.abs(balance) > 3) return true
        const fixed = asked.fixed.filter(
          ({ night }) => Temporal.PlainDate.compare(night, from) >= 0,
        )
        const next = nightsOf({
          ...asked,
          from,
          settled,
          totals: { a: 0, b: 0 },
          fixed,
          published: read(rest),
        })
        return letters(next) === letters(rest)
      }),
      runs,
    )
    t.pass()
  },
)

t.test('swapping the parents swaps the plan, except for ties', async t => {
  fc.assert(
    fc.property(fc.oneof(requests(60), dividedRequests(60)).filter(withHistory), asked => {
      const { a, b } = { a: 0, b: 0, ...asked.totals }
      const mirrored = nightsOf({
        ...asked,
        away: { a: asked.away.b, b: asked.away.a },
        settled: mirroredRecords(asked.settled),
        totals: { a: b, b: a },
        fixed: mirroredRecords(asked.fixed),
        published: mirroredRecords(asked.published),
        share: 100 - (asked.share ?? 50),
        later: asked.later?.map(mirroredAgreement),
        ratherNot: asked.ratherNot && { a: asked.ratherNot.b, b: asked.ratherNot.a },
      })
      const back = mirrored.map(({ caregiver }) => ({ caregiver: caregiver && swap(caregiver) }))
      return letters(back) === letters(nightsOf(asked))
    }),
    runs,
  )
  t.pass()
})

t.test('a babysitter’s night counts for neither parent', async t => {
  fc.assert(
    fc.property(requests(40), asked => {
      const nights = nightsOf(asked)
      return nights.every(({ caregiver, explanation: { totals } }, index) => {
        const next = nights[index + 1]?.explanation.totals
        if (!next) return true
        const grown = (parent: 'a' | 'b') => next[parent] - totals[parent]
        return grown('a') === Number(caregiver === 'a') && grown('b') === Number(caregiver === 'b')
      })
    }),
    runs,
  )
  t.pass()
})

/** Weekends weigh 1.5 times this factor, other nights the factor. */
const weekends = (factor: number) => ({ ...everyDay(factor), 5: 1.5 * factor, 6: 1.5 * factor })

t.test('scaling all weights changes nothing but the numbers', async t => {
  fc.assert(
    fc.property(dividedRequests(60), fc.uniqueArray(fc.nat(59)), (asked, heavy) => {
      const scaled = (factor: number) =>
        planNights({
          ...asked,
          weights: {
            weekdays: weekends(factor),
            nights: heavy.map(index => ({ night: day(index), weight: 1.5 * factor })),
          },
          later: asked.later?.map(agreement => ({ ...agreement, weekdays: weekends(factor) })),
        })
      const [once, twice] = [scaled(1), scaled(2)]
      return (
        letters(once.nights) === letters(twice.nights) &&
        once.nights.map(({ reason }) => reason).join() ===
          twice.nights.map(({ reason }) => reason).join() &&
        2 * once.balance.after === twice.balance.after
      )
    }),
    runs,
  )
  t.pass()
})

t.test('equal shares and weights that are named are the same as none', async t => {
  fc.assert(
    fc.property(requests(60), asked => {
      const split = {
        share: 50,
        weights: { weekdays: { 6: 1 }, nights: [] },
        later: [{ from: day(5), share: 50, weekdays: { 5: 1 } }],
      }
      return (
        JSON.stringify(planNights({ ...asked, ...split })) === JSON.stringify(planNights(asked))
      )
    }),
    runs,
  )
  t.pass()
})
