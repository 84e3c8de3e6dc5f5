import { createLogger, createService } from '@night-routine/service'
import t from 'tap'
import { guardOrigin } from '../../src/plugins/origin.ts'

t.test('refuses a change from another site before anything else runs', async t => {
  const service = createService({ logger: createLogger({ name: 'test', level: 'silent' }) })
  t.teardown(() => service.close())
  guardOrigin(service, { publicUrl: 'https://routine.example.com' })
  let changes = 0
  service.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/thing',
    handler: async () => ({ changes: ++changes }),
  })
  service.post('/open', { config: { anySite: true } }, async () => 'open')
  const send = async (
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'POST',
  ) => (await service.inject({ method, url: '/thing', headers })).statusCode

  const ours = 'https://routine.example.com'
  for (const headers of [
    {},
    { origin: ours },
    { origin: ours, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    // From a page whose policy is `no-referrer`.
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    // Reached by another address than the public one.
    { origin: 'https://routine.lan', 'sec-fetch-site': 'same-origin' },
  ])
    t.equal(await send(headers), 200, JSON.stringify(headers))
  t.equal(changes, 6)

  for (const headers of [
    { origin: 'https://evil.example.com' },
    { origin: 'http://routine.example.com' },
    { origin: 'https://routine.example.com:8443' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: ours, 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'none, same-origin' },
  ])
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      t.equal(await send(headers, method), 403, `${method} ${JSON.stringify(headers)}`)
  t.equal(changes, 6, 'nothing was changed')

  t.equal(await send({ origin: 'https://evil.example.com' }, 'GET'), 200, 'reading changes nothing')

  const foreign = { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' }
  const { statusCode } = await service.inject({ method: 'POST', url: '/open', headers: foreign })
  t.equal(statusCode, 200, 'a route may allow any site')
})
