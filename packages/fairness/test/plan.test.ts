import { planNights } from '@night-routine/fairness'
import type { PlanRequest } from '@night-routine/fairness'
import t from 'tap'
import { always, awayFrom, day, letters, records, request } from './requests.ts'

const plan = (nights: number, given: Partial<PlanRequest> = {}) =>
  letters(planNights(request(nights, given)).nights)

const reasons = (nights: number, given: Partial<PlanRequest> = {}) =>
  planNights(request(nights, given)).nights.map(({ reason }) => reason)

t.test('without a history, a starts and they take turns', async t => {
  t.equal(plan(7), 'abababa')
  t.same(new Set(reasons(7)), new Set(['Alternating']))
})

t.test('the parent who did not do the last night is next', async t => {
  t.equal(plan(4, { settled: records('ba', -2) }), 'baba')
  t.equal(plan(4, { settled: records('ab', -2) }), 'abab')
})

t.test('a babysitter does not change whose turn it is', async t => {
  t.equal(plan(4, { settled: records('bas', -3) }), 'baba')
  t.equal(plan(5, { fixed: records('s', 1) }), 'asbab')
})

t.test('a parent who is away gets no night', async t => {
  t.equal(plan(3, { away: { a: awayFrom(0, 2), b: always } }), 'bbb')
  t.same(reasons(3, { away: { a: awayFrom(0, 2), b: always } }), Array(3).fill('Unavailability'))
})

t.test('a night that neither parent can do is open, and later nights are planned', async t => {
  const away = { a: awayFrom(1, 1), b: awayFrom(1, 1) }
  const { nights } = planNights(request(4, { away }))
  t.equal(letters(nights), 'a.ba')
  t.same(
    [nights[1]?.reason, nights[1]?.explanation.reason, nights[1]?.explanation.away],
    [null, null, ['a', 'b']],
  )
})

t.test('an override wins over an absence', async t => {
  const given = { away: { a: awayFrom(0, 1), b: always }, fixed: records('a') }
  t.equal(plan(2, given), 'ab')
  t.equal(reasons(2, given)[0], 'Override')
})

t.test('a small debt is worked off at once, with the counts as the reason', async t => {
  const settled = records('abaa', -4)
  const { nights } = planNights(request(4, { settled }))
  t.equal(letters(nights), 'bbab')
  t.same(
    nights.map(({ reason }) => reason),
    ['Consecutive Limit', 'Total Count', 'Consecutive Limit', 'Alternating'],
  )
})

t.test('an old debt is worked off slowly', async t => {
  const { nights, longestStreak } = planNights(request(60, { totals: { a: 20, b: 0 } }))
  t.ok(longestStreak <= 3, letters(nights))
  t.equal(nights[0]?.caregiver, 'b')
  t.equal(nights[0]?.reason, 'Total Count')
})

t.test('balances the nights before and after a trip', async t => {
  const { nights, balance } = planNights(request(30, { away: { a: always, b: awayFrom(10, 16) } }))
  const text = letters(nights)
  t.equal(text.slice(10, 17), 'aaaaaaa')
  t.ok(text.slice(0, 10).split('b').length - 1 > 5, text)
  t.ok(text.slice(17).split('b').length - 1 > 6, text)
  t.ok(balance.worst <= 5, text)
})

t.test('keeps published nights unless a change gains much', async t => {
  const published = planNights(request(30)).nights.flatMap(({ night, caregiver }) =>
    caregiver ? [{ night, caregiver }] : [],
  )
  const read = letters(published)
  const swapped = plan(30, { published, fixed: records('b', 10) })
  t.equal(swapped[10], 'b')
  const changes = Array.from(swapped).filter(
    (letter, index) => index !== 10 && letter !== read[index],
  )
  t.ok(changes.length <= 1, swapped)
})

t.test('accepts settled nights in any order, and older ones as totals', async t => {
  const settled = records('aabababbabaab', -13)
  const whole = planNights(request(20, { settled }))
  t.equal(
    JSON.stringify(planNights(request(20, { settled: settled.toReversed() }))),
    JSON.stringify(whole),
  )
})

t.test('the summary matches the nights', async t => {
  const settled = records('aaa', -3)
  const { nights, balance, longestStreak } = planNights(
    request(3, { settled, fixed: records('abs') }),
  )
  t.equal(letters(nights), 'abs')
  t.same(balance, { before: 3, after: 3, worst: 4 })
  t.equal(longestStreak, 4)
})

t.test('continues over months, leap days and years', async t => {
  const { nights } = planNights({
    ...request(1),
    from: Temporal.PlainDate.from('2028-02-28'),
    to: Temporal.PlainDate.from('2028-03-01'),
  })
  t.same(
    nights.map(({ night }) => night.toString()),
    ['2028-02-28', '2028-02-29', '2028-03-01'],
  )
  t.equal(nights[0]?.night.equals(day(0)), false)
})

/** The same with the parents swapped. */
const mirrored = (text: string) => text.replaceAll(/[ab]/g, letter => (letter === 'a' ? 'b' : 'a'))

t.test('a turn follows from who did the last nights, also across babysitters', async t => {
  for (const [past, next] of [
    // One turn of a: then b. Two: b, who is behind, does two.
    ['ba', 'b'],
    ['bbaa', 'b'],
    ['abb', 'a'],
    ['as', 'b'],
    ['ab.', 'a'],
  ] as const) {
    const settled = records(past, -past.length)
    t.equal(plan(1, { settled }), next, past)
    const swapped = records(mirrored(past), -past.length)
    t.equal(plan(1, { settled: swapped }), mirrored(next), mirrored(past))
  }
})

t.test(
  'the parent with fewer of the last 30 nights does a second turn when totals tie',
  async t => {
    // a did one more of the nights before, and fewer of these 30.
    const past = `a${'ab'.repeat(14)}bb`
    const { nights } = planNights(request(1, { settled: records(past, -past.length) }))
    const [{ explanation }] = nights as [(typeof nights)[0]]
    t.same(
      [explanation.totals, explanation.last30],
      [
        { a: 15, b: 16 },
        { a: 14, b: 16 },
      ],
    )
  },
)

t.test('a tie goes to the parent with fewer of the last 30 nights', async t => {
  // They are even, one did the last night, and will be away: either order costs the same.
  const away = { a: awayFrom(3, 3), b: awayFrom(3, 3) }
  const ofA = { settled: records('a', -1), totals: { a: 1, b: 2 } }
  t.equal(plan(1, { ...ofA, away: { ...away, b: always } }), 'b')
  const ofB = { settled: records('b', -1), totals: { a: 2, b: 1 } }
  t.equal(plan(1, { ...ofB, away: { ...away, a: always } }), 'a')
})

t.test('a published parent stays when the price is a tie', async t => {
  const settled = records('ab', -2)
  t.equal(plan(2, { settled, published: records('ba') }), 'ba')
  t.equal(plan(2, { settled, published: records('ab') }), 'ab')
  const swapped = records('ba', -2)
  t.equal(plan(2, { settled: swapped, published: records('ab') }), 'ab')
})

/** The letters of a plan and of the one with the parents swapped, as if they had not been. */
function both(nights: number, { settled = '', away = [0, 0] as [number, number], a = 0 }) {
  const gone = away[0] === away[1] ? always : awayFrom(...away)
  const one = plan(nights, {
    settled: records(settled, -settled.length),
    away: { a: gone, b: always },
    totals: { a, b: 0 },
  })
  const other = plan(nights, {
    settled: records(mirrored(settled), -settled.length),
    away: { a: always, b: gone },
    totals: { a: 0, b: a },
  })
  return [one, mirrored(other)]
}

t.test('prepares for an absence just beyond the plan, and explains it', async t => {
  t.same(both(3, { settled: 'b', away: [3, 9] }), ['aaa', 'aaa'])
  const { nights } = planNights(request(3, { away: { a: awayFrom(3, 9), b: always } }))
  t.same(
    nights.map(({ explanation }) => explanation.absence),
    [null, { from: '2026-01-08', to: '2026-01-14' }, { from: '2026-01-08', to: '2026-01-14' }],
  )
})

t.test('makes up for an absence in the past, with the same rules for both parents', async t => {
  t.same(both(8, { settled: 'bbbbb', away: [-5, -1] }), ['aabaabab', 'aabaabab'])
})

t.test('works off two and three nights of an old debt, whoever has it', async t => {
  t.same(both(6, { settled: 'b', a: 20 }), ['bbabba', 'bbabba'])
})

t.test('carries three of the heaviest nights of an old debt', async t => {
  const weights = { weekdays: { 5: 1.5, 6: 1.5 }, nights: [] }
  t.equal(plan(8, { totals: { a: 20, b: 0 } }), 'bbabbaba')
  t.equal(plan(8, { totals: { a: 20, b: 0 }, weights }), 'bbbabbab')
})

t.test('a babysitter’s night says nothing about the parents', async t => {
  const { nights, longestStreak } = planNights(request(3, { fixed: records('sss') }))
  t.equal(longestStreak, 0)
  for (const { reason, explanation } of nights)
    t.same([reason, explanation.totals], ['Override', { a: 0, b: 0 }])
})

const nightsOfA = (text: string) => text.replaceAll('b', '').length

t.test('a new share holds from its date on, and asks for no past night', async t => {
  /** The four weeks after a year of half and half, planned weekly. */
  const fourWeeks = (split: Partial<PlanRequest>) => {
    let past = 'ab'.repeat(182)
    for (let week = 0; week < 4; week++) {
      const [from, to] = [day(7 * week), day(7 * week + 29)]
      const given = { ...split, from, to, settled: records(past, -364) }
      past += plan(30, given).slice(0, 7)
    }
    return past.slice(-28)
  }
  t.equal(nightsOfA(fourWeeks({ later: [{ from: day(0), share: 60 }] })), 17)
  t.equal(nightsOfA(fourWeeks({ share: 60 })), 20, 'as if it had always been so')

  const coming = plan(42, { later: [{ from: day(14), share: 60 }] })
  t.equal(coming.slice(0, 14), 'ab'.repeat(7))
  t.equal(nightsOfA(coming.slice(14)), 17)
})

/** Weeks that turn about from the first Monday on, `a`'s first. */
const turning = (nights: number, given: Partial<PlanRequest> = {}, isMadeGood = true) => {
  const turns = { parent: 'a', weekday: 1, weeks: 1, isMadeGood } as const
  const { nights: planned, balance } = planNights(
    request(nights, { later: [{ from: day(0), turns }], ...given }),
  )
  return {
    weeks: letters(planned)
      .match(/.{1,7}/g)
      ?.join(' '),
    reasons: planned.map(({ reason }) => reason),
    balance,
  }
}

t.test('weeks turn about by rule', async t => {
  const { weeks, reasons: given, balance } = turning(21, { settled: records('ba', -2) })
  t.equal(weeks, 'aaaaaaa bbbbbbb aaaaaaa')
  t.same(new Set(given), new Set(['Alternating']))
  t.same(balance, { before: 0, after: 0, worst: 0 })

  const turns = { parent: 'b', weekday: 5, weeks: 1, isMadeGood: true } as const
  t.equal(plan(16, { later: [{ from: day(2), turns }] }), 'babbaaaaaaabbbbb')
})

t.test('a turn’s nights that the other parent does are made good, one a turn', async t => {
  const away = { a: awayFrom(1, 5), b: always }
  const { weeks, reasons: given, balance } = turning(84, { away })
  t.equal(weeks, `abbbbba ${'abbbbbb aaaaaaa '.repeat(5)}bbbbbbb`)
  t.same(given.slice(1, 6), Array(5).fill('Unavailability'))
  t.same(
    given.flatMap((reason, index) => (reason === 'Total Count' ? [index] : [])),
    [7, 21, 35, 49, 63],
  )
  t.same(balance, { before: 0, after: 0, worst: 10 })

  const busy = turning(28, { away: { a: { ...awayFrom(1, 2), weekdays: [1] }, b: always } })
  t.equal(busy.weeks, 'bbbaaaa babbbbb baaaaaa babbbbb', 'on the first night that both are there')

  const lenient = turning(84, { away }, false)
  t.equal(lenient.weeks, `abbbbba bbbbbbb${' aaaaaaa bbbbbbb'.repeat(5)}`)
  t.same(lenient.balance, { before: 0, after: 0, worst: 0 })
})

t.test('an override and an open night break into a turn', async t => {
  const away = { a: awayFrom(1, 1), b: awayFrom(1, 1) }
  const { weeks, reasons: given } = turning(28, { away, fixed: records('b', 3) })
  t.equal(weeks, 'a.abaaa abbbbbb aaaaaaa bbbbbbb')
  t.same([given[1], given[3], given[7]], [null, 'Override', 'Total Count'])
})

/** The same household with the parents' places exchanged. */
function exchanged(given: Partial<PlanRequest>): Partial<PlanRequest> {
  const other = { a: 'b', b: 'a', babysitter: 'babysitter' } as const
  const exchange = (nights: PlanRequest['settled'] = []) =>
    nights.map(({ night, caregiver }) => ({ night, caregiver: other[caregiver] }))
  const { away, ratherNot, totals, share = 50, later = [] } = given
  return {
    ...given,
    away: { a: away?.b ?? always, b: away?.a ?? always },
    ratherNot: ratherNot && { a: ratherNot.b, b: ratherNot.a },
    totals: { a: totals?.b ?? 0, b: totals?.a ?? 0 },
    settled: exchange(given.settled),
    fixed: exchange(given.fixed),
    published: exchange(given.published),
    share: 100 - share,
    later: later.map(({ share: ofA, turns, ...agreement }) => ({
      ...agreement,
      ...(ofA && { share: 100 - ofA }),
      ...(turns && { turns: { ...turns, parent: other[turns.parent] } }),
    })),
  }
}

/** Past nights in which b did more lately, and a in all. */
const months = `${'aab'.repeat(12)}${'abbsba.'.repeat(4)}ab`

t.test('plans of households with everything stay as they are, whoever is a', async t => {
  const households: [what: string, given: Partial<PlanRequest>, plan: string][] = [
    [
      'trips and weekdays away, evenings they would rather not do, decisions, a published plan',
      {
        settled: records(months, -months.length),
        totals: { a: 3, b: 4 },
        away: {
          a: { ...awayFrom(20, 26), weekdays: [2] },
          b: { ...awayFrom(44, 52), weekdays: [5] },
        },
        ratherNot: { a: { weekdays: [1] }, b: { weekdays: [6] } },
        fixed: [...records('s', 9), ...records('a', 15), ...records('bb', 33)],
        published: records('abbaabab'.repeat(3)),
      },
      'bbababbabsbaabaabaaabbbbb.baabababbabababbbbaaaaaa.aaabb',
    ],
    [
      'a share, weekends that count more, and another agreement from the third week on',
      {
        settled: records(months, -months.length),
        share: 60,
        weights: { weekdays: { 5: 1.5, 6: 2 }, nights: [{ night: day(10), weight: 3 }] },
        later: [{ from: day(17), share: 45, weekdays: { 7: 2 } }],
        away: { a: awayFrom(31, 36), b: { weekdays: [3], ranges: [] } },
        fixed: records('s.a', 4),
      },
      'baabsaabbabaababaababababababaabbbbbbaabaabbabaabababbab',
    ],
    [
      'weeks that turn about after a share, with a trip and nights to make good',
      {
        settled: records(months, -months.length),
        share: 40,
        later: [{ from: day(12), turns: { parent: 'b', weekday: 5, weeks: 1, isMadeGood: true } }],
        away: { a: awayFrom(21, 24), b: { weekdays: [4], ranges: [] } },
        ratherNot: { a: { weekdays: [] }, b: { weekdays: [2] } },
      },
      'bbbabbbabbaabbbbbaaaabbb.bbbbbbaaaaaaaabbbbbbabaaaaaabbb',
    ],
  ]
  for (const [what, given, expected] of households) {
    t.equal(plan(56, given), expected, what)
    t.equal(mirrored(plan(56, exchanged(given))), expected, `${what}, exchanged`)
    t.same(reasons(56, exchanged(given)), reasons(56, given), what)
  }
})
