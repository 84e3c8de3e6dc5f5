import { HouseholdBusyError, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import t, { type Test } from 'tap'
import sync from '../../../src/nights/home/sync-route.ts'
import { alex } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

async function open(t: Test, lockingDb?: Database) {
  const log: string[] = []
  const service = await routeService(t, alex, log)
  const context = await webContext(t)
  await service.register(sync, { ...context, ...(lockingDb && { lockingDb }) })
  const post = (payload = '', type = '') =>
    service.inject({
      method: 'POST',
      url: '/sync',
      ...(type === '' ? {} : { payload, headers: { 'content-type': type } }),
    })
  return { post, log, db: context.db }
}

t.test('runs whatever the request has, and redirects home', async t => {
  const { post, db } = await open(t)
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
  const push = (await readJobRequests(db)).find(({ kind }) => kind === 'push')
  t.ok(Number(push?.requestNumber) >= bodies.length)
})

t.test('logs a failure, and the page it redirects to says so', async t => {
  for (const [error, notice] of [
    [new HouseholdBusyError(), 'busy'],
    [new Error('out of order'), 'not-planned'],
  ] as const) {
    const { post, log } = await open(t, failingDatabase(error))
    const { statusCode, headers, cookies } = await post()
    t.same([statusCode, headers.location], [302, '/'])
    t.match(cookies, [
      { name: 'notice', value: notice, httpOnly: true, sameSite: 'Lax', maxAge: 60 },
    ])
    t.match(log.join(''), error.message)
  }
})

/** A database whose every use fails like this. */
function failingDatabase(error: Error) {
  const get = () => {
    throw error
  }
  return new Proxy({}, { get }) as Database
}
