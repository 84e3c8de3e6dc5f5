import { FairnessInputError, planNights } from '@night-routine/fairness'
import type {
  Agreement,
  Availability,
  Caregiver,
  NightWeights,
  PlanRequest,
  Turns,
} from '@night-routine/fairness'
import t from 'tap'
import { always, day, records, request } from './requests.ts'

const nonsense = (value: unknown) => value as never
const a = (availability: Partial<Availability>) => ({
  away: { a: { ...always, ...availability }, b: always },
})
const weigh = (weekdays: NightWeights['weekdays'], nights: NightWeights['nights'] = []) => ({
  weights: { weekdays, nights },
})
const later = (agreement: Partial<Agreement>) => ({ later: [{ from: day(0), ...agreement }] })
const turns = (given: Partial<Turns>) =>
  later({ turns: { parent: 'a', weekday: 5, weeks: 1, isMadeGood: true, ...given } })
const night = (index: number, caregiver: Caregiver = 'a') => ({ night: day(index), caregiver })

t.test('an error names the field and its value', async t => {
  const faults: [string, Partial<PlanRequest>, field: string, value: string][] = [
    ['ends before it starts', { to: day(-1) }, 'to', '2026-01-04'],
    ['367 nights', { to: day(366) }, 'to', '2027-01-06'],
    ['no first night', { from: nonsense(undefined) }, 'from', 'undefined'],
    ['a text for a date', { to: nonsense('2026-01-09') }, 'to', '2026-01-09'],
    ['weekday 0', a({ weekdays: [1, 0] }), 'away.a.weekdays[1]', '0'],
    ['weekday 8', a({ weekdays: [8] }), 'away.a.weekdays[0]', '8'],
    ['half a weekday', a({ weekdays: [2.5] }), 'away.a.weekdays[0]', '2.5'],
    [
      'a range that ends before it starts',
      { away: { a: always, b: { weekdays: [], ranges: [{ from: day(2), to: day(1) }] } } },
      'away.b.ranges[0].to',
      '2026-01-06',
    ],
    [
      'a range without an end',
      a({ ranges: [{ from: day(2), to: nonsense(null) }] }),
      'away.a.ranges[0].to',
      'null',
    ],
    [
      'settled twice',
      { settled: [night(-2), night(-1), night(-2, 'b')] },
      'settled[2].night',
      '2026-01-03',
    ],
    ['settled tonight', { settled: [night(-1), night(0)] }, 'settled[1].night', '2026-01-05'],
    [
      'settled for an unknown caregiver',
      { settled: [night(-1, nonsense('c'))] },
      'settled[0].caregiver',
      'c',
    ],
    ['fixed twice', { fixed: [night(1), night(1, 'b')] }, 'fixed[1].night', '2026-01-06'],
    ['fixed before the plan', { fixed: [night(-1)] }, 'fixed[0].night', '2026-01-04'],
    ['fixed after the plan', { fixed: [night(1), night(7)] }, 'fixed[1].night', '2026-01-12'],
    [
      'fixed without a caregiver',
      { fixed: [night(1, nonsense(null))] },
      'fixed[0].caregiver',
      'null',
    ],
    ['published twice', { published: [night(1), night(1)] }, 'published[1].night', '2026-01-06'],
    [
      'published without a date',
      { published: [{ night: nonsense('soon'), caregiver: 'a' }] },
      'published[0].night',
      'soon',
    ],
    ['a negative number of nights', { totals: { a: 0, b: -1 } }, 'totals.b', '-1'],
    ['a share of 62', { share: 62 }, 'share', '62'],
    ['a share of 25', { share: 25 }, 'share', '25'],
    ['a share of 75', { share: 75 }, 'share', '75'],
    ['weekday 8 weighs', weigh({ 8: 2 }), 'weights.weekdays', '8'],
    ['weekday 0 weighs', weigh({ 0: 2 }), 'weights.weekdays', '0'],
    ['a weight of 4', weigh({ 5: 4 }), 'weights.weekdays.5', '4'],
    ['a weight of a quarter more', weigh({ 5: 1.25 }), 'weights.weekdays.5', '1.25'],
    [
      'a weight without a night',
      weigh({}, [{ night: nonsense('x'), weight: 2 }]),
      'weights.nights[0].night',
      'x',
    ],
    [
      'a night that weighs twice',
      weigh({}, [
        { night: day(1), weight: 2 },
        { night: day(1), weight: 2 },
      ]),
      'weights.nights[1].night',
      '2026-01-06',
    ],
    [
      'a night of half a weight',
      weigh({}, [{ night: day(1), weight: 0.5 }]),
      'weights.nights[0].weight',
      '0.5',
    ],
    ['an agreement without a date', later({ from: nonsense('soon') }), 'later[0].from', 'soon'],
    [
      'an agreement that begins with the one before',
      { later: [{ from: day(1) }, { from: day(1) }] },
      'later[1].from',
      '2026-01-06',
    ],
    [
      'an agreement that begins before the one before',
      { later: [{ from: day(0) }, { from: day(2) }, { from: day(1) }] },
      'later[2].from',
      '2026-01-06',
    ],
    ['a later share of 62', later({ share: 62 }), 'later[0].share', '62'],
    ['weekday 8 weighs later', later({ weekdays: { 8: 2 } }), 'later[0].weekdays', '8'],
    ['a later weight of 4', later({ weekdays: { 5: 4 } }), 'later[0].weekdays.5', '4'],
    ['turns of nobody', turns({ parent: nonsense('c') }), 'later[0].turns.parent', 'c'],
    ['turns without a weekday', turns({ weekday: 0 }), 'later[0].turns.weekday', '0'],
    ['turns of five weeks', turns({ weeks: 5 }), 'later[0].turns.weeks', '5'],
    [
      'rather not on no weekday',
      { ratherNot: { a: { weekdays: [] }, b: { weekdays: [3, 9] } } },
      'ratherNot.b.weekdays[1]',
      '9',
    ],
    ['half a night', { totals: { a: 0.5, b: 1 } }, 'totals.a', '0.5'],
  ]
  for (const [name, given, field, value] of faults) {
    try {
      planNights(request(7, given))
      t.fail(name)
    } catch (error) {
      if (!(error instanceof FairnessInputError)) throw error
      t.same([error.name, error.field, error.value], ['FairnessInputError', field, value], name)
      t.ok(error.message.startsWith(`${field}: ${value} is `), error.message)
    }
  }
})

t.test('an error lists the shares and weights to choose from', async t => {
  t.throws(() => planNights(request(7, { share: 62 })), {
    message: 'share: 62 is not one of 30, 35, 40, 45, 50, 55, 60, 65, 70',
  })
  t.throws(() => planNights(request(7, weigh({ 5: 4 }))), {
    message: 'weights.weekdays.5: 4 is not one of 1, 1.5, 2, 2.5, 3',
  })
  t.throws(() => planNights(request(7, turns({ weeks: 5 }))), {
    message: 'later[0].turns.weeks: 5 is not one of 1, 2, 3, 4',
  })
  t.throws(() => planNights(request(7, { later: [{ from: day(1) }, { from: day(1) }] })), {
    message: 'later[1].from: 2026-01-06 is not after 2026-01-06',
  })
})

t.test('accepts turns of one to four weeks, from and on any day', async t => {
  for (const weeks of [1, 2, 3, 4])
    for (const weekday of [1, 5, 7])
      t.equal(planNights(request(7, turns({ weeks, weekday }))).nights.length, 7)
  const both = [
    { from: day(-1), share: 60 },
    { from: day(0), turns: null },
  ]
  t.equal(planNights(request(7, { later: both })).nights.length, 7)
})

t.test('accepts one night and 366 nights', async t => {
  t.equal(planNights(request(1)).nights.length, 1)
  t.equal(planNights(request(366)).nights.length, 366)
})

t.test('accepts the first and the last weekday, and ranges of one night', async t => {
  const given = a({ weekdays: [1, 7], ranges: [{ from: day(2), to: day(2) }] })
  t.equal(planNights(request(7, given)).nights.length, 7)
})

t.test('accepts published nights outside the plan', async t => {
  const published = [...records('bb', -2), ...records('bb', 7)]
  t.equal(planNights(request(7, { published })).nights.length, 7)
})
