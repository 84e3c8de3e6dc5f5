import { HouseholdBusyError, type Database } from '@night-routine/database/connection'
import t from 'tap'
import sync from '../../../src/nights/home/sync-route.ts'
import { alex } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

/** A database whose every use fails like this. */
function failingDatabase(error: Error) {
  const get = () => {
    throw error
  }
  return new Proxy({}, { get }) as Database
}

t.test('runs whatever the request has; a failure is logged, and said at home', async t => {
  const context = await webContext(t)
  for (const [lockingDb, message, notice, payload, type] of [
    [context.lockingDb, '', undefined, '{broken', 'application/json'],
    [context.lockingDb, '', undefined, '<x/>', 'application/xml'],
    [failingDatabase(new HouseholdBusyError()), new HouseholdBusyError().message, 'busy'],
    [failingDatabase(new Error('out of order')), 'out of order', 'not-planned'],
  ] as const) {
    const log: string[] = []
    const service = await routeService(t, alex, log)
    await service.register(sync, { ...context, lockingDb })
    const body = payload === undefined ? {} : { payload, headers: { 'content-type': type } }
    const answer = await service.inject({ method: 'POST', url: '/sync', ...body })
    t.same([answer.statusCode, answer.headers.location], [302, '/'])
    t.equal(answer.cookies[0]?.value, notice)
    t.ok(log.join('').includes(message))
  }
})
