import { createLogger, createService } from '@night-routine/service'
import t from 'tap'

t.test('requests above the limit are refused until others are answered', async t => {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const service = createService({ logger, mostRequests: 2 })
  t.teardown(() => service.close())
  const waiting: (() => void)[] = []
  service.get('/slow', async () => {
    await new Promise<void>(resolve => void waiting.push(resolve))
    return 'done'
  })
  service.get('/health', { config: { quiet: true } }, async () => 'well')
  await service.ready()
  const get = async (url: string) => service.inject({ url })
  const inProgress = async (count: number) => {
    while (waiting.length < count) await new Promise(resolve => setImmediate(resolve))
  }

  const [one, two] = [get('/slow'), get('/slow')]
  await inProgress(2)
  const refused = await get('/slow')
  t.equal(refused.statusCode, 503)
  t.equal(refused.headers['retry-after'], '5')
  t.match(refused.json(), { error: /Try again/ })
  t.equal((await get('/health')).statusCode, 200, 'health checks are never refused')
  t.equal((await get('/nowhere')).statusCode, 503, 'an unknown address is a request, too')

  waiting[0]?.()
  t.equal((await one).statusCode, 200)
  const three = get('/slow')
  await inProgress(3)
  t.equal((await get('/slow')).statusCode, 503)
  for (const answer of waiting) answer()
  t.same(
    (await Promise.all([two, three])).map(({ statusCode }) => statusCode),
    [200, 200],
  )
  t.equal((await get('/nowhere')).statusCode, 404)
})
