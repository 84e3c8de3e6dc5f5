import t from 'tap'
import details from '../../../src/nights/sheet/details-route.ts'
import { alex } from '../../demo-household.ts'
import { assignment, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

const exact = 9_007_199_254_740_993n

t.test('the details of the contract', async t => {
  const service = await routeService(t, alex)
  const nights = [
    assignment('2026-09-01', 'a'),
    assignment('2026-11-01', 'b'),
    assignment('2026-11-10', 'a', { id: exact - 1n }),
    assignment('2026-11-11', 'a', { id: exact }),
    assignment('2026-11-12', 'a', { id: 12n }),
    { ...sitter('2026-11-13', 'Maria'), id: 5n },
    assignment('2026-11-14', null, { id: 16n }),
    assignment('2026-11-15', 'a', { id: 1n, explanation: null }),
  ]
  await service.register(details, await webContext(t, { nights }))
  const get = (query: string) => service.inject(`/api/assignment-details?${query}`)
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
  for (const [id, expected] of [
    [5n, { caregiver_type: 'babysitter', decision_reason: 'Override', parent_a_total_count: 14 }],
    [16n, { caregiver_type: 'babysitter', decision_reason: 'Unavailability' }],
    // Without its numbers it is counted from the record.
    [1n, { parent_a_total_count: 4, parent_b_total_count: 1, parent_b_last_30_days: 1 }],
  ] as const)
    t.match((await get(`assignment_id=${id}`)).json(), expected)
  t.match((await get(`assignment_id=${exact}`)).body, `"assignment_id":${exact},`)
  for (const query of [
    '',
    'assignment_id=0',
    'assignment_id=1e3',
    'assignment_id=05',
    'assignment_id=9223372036854775808',
    'assignment_id=5%0A',
    'assignment_id=1&assignment_id=5',
    'assignment_id[]=1',
    'assignment_id=%D9%A1',
  ]) {
    const answer = await get(query)
    t.equal(answer.statusCode, 400, query)
    t.match(answer.headers['content-type'], 'application/json')
    t.match(answer.json(), { error: /./, field: 'assignment_id' })
  }
  const unknown = await get('assignment_id=2')
  t.same([unknown.statusCode, unknown.json()], [404, { error: 'There is no such night.' }])
})
