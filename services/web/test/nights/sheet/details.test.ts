import type { Assignment } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import details from '../../../src/nights/sheet/details-route.ts'
import { alex } from '../../demo-household.ts'
import { assignment, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

const exact = 9_007_199_254_740_993n

async function open(t: Test, nights: Assignment[]) {
  const service = await routeService(t, alex)
  const before = [assignment('2026-09-01', 'a'), assignment('2026-11-01', 'b')]
  await service.register(details, await webContext(t, { nights: [...before, ...nights] }))
  return (query: string) => service.inject(`/api/assignment-details?${query}`)
}

t.test('has exactly the contract’s fields', async t => {
  const get = await open(t, [assignment('2026-11-12', 'a', { id: 12n })])
  const { statusCode, headers, body } = await get('assignment_id=12')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], /^application\/json/)
  t.strictSame(JSON.parse(body), {
    assignment_id: 12,
    calculation_date: '2026-11-20',
    decision_reason: 'Total Count',
    caregiver_type: 'parent',
    parent_a_name: 'Alex',
    parent_a_total_count: 14,
    parent_a_last_30_days: 7,
    parent_b_name: 'Robin',
    parent_b_total_count: 16,
    parent_b_last_30_days: 9,
  })
})

t.test('a babysitter night has details, too', async t => {
  const get = await open(t, [{ ...sitter('2026-11-12', 'Maria'), id: 1n }])
  t.match((await get('assignment_id=1')).json(), {
    caregiver_type: 'babysitter',
    decision_reason: 'Override',
    parent_a_total_count: 14,
  })
})

t.test('an open night needs a babysitter, in the contract’s values', async t => {
  const get = await open(t, [assignment('2026-11-12', null, { id: 1n })])
  t.match((await get('assignment_id=1')).json(), {
    caregiver_type: 'babysitter',
    decision_reason: 'Unavailability',
  })
})

t.test('a night stored without its numbers is counted from the record', async t => {
  const get = await open(t, [assignment('2026-11-12', 'a', { id: 1n, explanation: null })])
  t.match((await get('assignment_id=1')).json(), {
    parent_a_total_count: 1,
    parent_a_last_30_days: 0,
    parent_b_total_count: 1,
    parent_b_last_30_days: 1,
  })
})

t.test('a 64-bit id finds its own row', async t => {
  const near = [exact - 1n, exact, exact + 1n].map((id, index) =>
    assignment(`2026-11-1${index}`, 'a', { id }),
  )
  const get = await open(t, near)
  const { body } = await get('assignment_id=9007199254740993')
  t.match(body, '"assignment_id":9007199254740993,')
})

t.test('an invalid id gets 400, an unknown id 404', async t => {
  const ids = [1n, 5n, 16n, 1000n, exact - 1n, 9_223_372_036_854_775_807n]
  const get = await open(
    t,
    ids.map((id, index) => assignment(`2026-11-1${index}`, 'a', { id })),
  )
  const malformed = [
    '',
    'assignment_id=',
    'assignment_id=0',
    'assignment_id=-1',
    'assignment_id=1.0',
    'assignment_id=1e3',
    'assignment_id=0x10',
    'assignment_id=05',
    'assignment_id=9223372036854775808',
    'assignment_id=99999999999999999999',
    'assignment_id=%205',
    'assignment_id=5%20',
    'assignment_id=5%0A',
    'assignment_id=%2B5',
    'assignment_id=1;DROP%20TABLE%20assignments',
    'assignment_id=1&assignment_id=5',
    'assignment_id[]=1',
    'assignment_id=true',
    'assignment_id=%D9%A1',
    'id=1',
  ]
  for (const query of malformed) {
    const answer = await get(query)
    t.equal(answer.statusCode, 400, query)
    t.match(answer.headers['content-type'], 'application/json')
    t.match(answer.json(), { error: /./, field: 'assignment_id' })
  }
  const unknown = await get('assignment_id=2')
  t.equal(unknown.statusCode, 404)
  t.same(unknown.json(), { error: 'There is no such night.' })
  t.equal((await get('assignment_id=9007199254740993')).statusCode, 404)
  t.equal((await get('assignment_id=9223372036854775807')).statusCode, 200)
})
