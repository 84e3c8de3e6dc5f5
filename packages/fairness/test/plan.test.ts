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
