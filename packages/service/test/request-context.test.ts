import t from 'tap'
import { contextToPass, createLogger, createService, inRequestContext } from '../src/index.ts'
import { collectLines } from './log-lines.ts'

t.test('the id of a request reaches its handler, its log lines and its wake-ups', async t => {
  const log = collectLines()
  const logger = createLogger({ name: 'web', destination: log.destination })
  const service = createService({ logger })
  t.teardown(() => service.close())
  let passed = {}
  service.post('/nights', async () => {
    logger.info('in the handler')
    passed = inRequestContext({ jobId: 'push-7' }, contextToPass)
    return 'taken'
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await service.inject({ method: 'POST', url: '/nights', headers, payload: '{}' })
  const requestId = answer.headers['x-request-id']
  t.same(passed, { requestId })
  t.match(
    log.lines().find(({ msg }) => msg === 'in the handler'),
    { requestId },
  )
})

t.test('outside a request there is no id to pass', async t => {
  t.same(contextToPass(), {})
})
