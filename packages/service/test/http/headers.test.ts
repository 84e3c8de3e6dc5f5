import { createLogger, createService } from '@night-routine/service'
import t from 'tap'

t.test('sets the shared headers on every response, including early errors', async t => {
  const service = createService({
    logger: createLogger({ name: 'test', level: 'silent' }),
    headers: { 'x-frame-options': 'DENY' },
  })
  t.teardown(() => service.close())
  service.get('/', async () => 'home')
  service.get('/own', async (_request, reply) => reply.header('x-frame-options', 'own').send())
  service.get('/broken', async () => {
    throw new Error('the insides')
  })
  for (const [url, status] of [
    ['/', 200],
    ['/broken', 500],
    ['/nowhere', 404],
    ['/%00', 400],
    ['/%ff', 400],
  ] as const) {
    const { statusCode, headers } = await service.inject(url)
    t.equal(statusCode, status, url)
    t.match(headers, { 'x-frame-options': 'DENY', 'x-request-id': /./ }, url)
  }
  t.equal((await service.inject('/own')).headers['x-frame-options'], 'own', 'unless it has its own')
})
