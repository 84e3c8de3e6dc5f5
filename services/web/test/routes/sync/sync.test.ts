import { HouseholdBusyError } from '@night-routine/database'
import t, { type Test } from 'tap'
import { sync } from '../../../src/routes/sync/sync.ts'
import { alex } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'

async function open(t: Test, run: () => Promise<void>) {
  const log: string[] = []
  const service = await routeService(t, alex, log)
  await service.register(sync, { sync: run, publicUrl: 'http://localhost:8080' })
  const post = (payload = '', type = '') =>
    service.inject({
      method: 'POST',
      url: '/sync',
      ...(type === '' ? {} : { payload, headers: { 'content-type': type } }),
    })
  return { post, log }
}

t.test('whatever comes with it, it runs and leads home', async t => {
  let runs = 0
  const { post } = await open(t, async () => void runs++)
  const bodies = [
    ['', ''],
    ['{"start_date":"2020-01-01"}', 'application/json'],
    ['{broken', 'application/json'],
    ['a=1', 'application/x-www-form-urlencoded'],
    ['<x/>', 'application/xml'],
  ] as const
  for (const [payload, type] of bodies) {
    const { statusCode, headers } = await post(payload, type)
    t.same([statusCode, headers.location], [302, '/'], type)
    t.notOk(headers['set-cookie'], 'nothing is wrong, so nothing is said')
  }
  t.equal(runs, bodies.length)
})

t.test('what goes wrong is logged, and said by the page it leads to', async t => {
  for (const [error, notice] of [
    [new HouseholdBusyError(), 'busy'],
    [new Error('out of order'), 'not-planned'],
  ] as const) {
    const { post, log } = await open(t, () => Promise.reject(error))
    const { statusCode, headers, cookies } = await post()
    t.same([statusCode, headers.location], [302, '/'])
    t.match(cookies, [
      { name: 'notice', value: notice, httpOnly: true, sameSite: 'Lax', maxAge: 60 },
    ])
    t.match(log.join(''), error.message)
  }
})
