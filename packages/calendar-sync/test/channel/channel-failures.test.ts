import t from 'tap'
import { failure } from '../failure.ts'
import { connected, in6Days, states } from './keeping.ts'

t.test('a refused channel leaves the old one working', async t => {
  const { db, control, keep, received } = await connected(t)
  await keep()
  const refusals: [number, string][] = [
    [400, 'push.webhookUrlUnauthorized'],
    [403, 'forbidden'],
  ]
  for (const [status, reason] of refusals) {
    await control.fail({ path: 'watch$', status, reason, count: 1 })
    t.match(await failure(keep({ now: in6Days })), { class: 'give-up' })
  }
  t.same(await states(db), ['live', 'stopped', 'stopped'])
  t.equal(received.length, 1)
  t.match(await keep({ now: in6Days }), { opened: true, stopped: 1 })
})

t.test('a channel whose response was lost is stopped by the next run', async t => {
  const { db, control, keep, served } = await connected(t)
  await control.drop({ path: 'watch$', when: 'after', count: 1 })
  t.match(await failure(keep()), { class: 'retry' })
  t.same(await states(db), ['pending'])
  t.equal((await served()).length, 1, 'the provider has it')
  t.match(await keep(), { opened: true, stopped: 1 })
  t.same(await states(db), ['stopped', 'live'])
  t.equal((await served()).length, 1, 'its first notification brought the resource id')
})

t.test('retries a failed stop while the new channel works', async t => {
  const { db, control, keep, served } = await connected(t)
  await keep()
  await control.fail({ path: 'stop$', status: 503, count: 1 })
  t.match(await failure(keep({ now: in6Days })), { class: 'retry' })
  t.same(await states(db), ['retired', 'live'])
  t.match(await keep(), { opened: false, stopped: 1 })
  t.equal((await served()).length, 1)
})
