import t from 'tap'
import { createLogger, createService } from '../../src/index.ts'
import { collectLines } from '../log-lines.ts'

t.test('a quiet route is in the log when something is wrong', async t => {
  const log = collectLines()
  const service = createService({
    logger: createLogger({ name: 'x', destination: log.destination }),
  })
  t.teardown(() => service.close())
  const config = { quiet: true }
  service.get('/fine', { config }, (_request, reply) => reply.send())
  service.get('/amiss', { config }, (_request, reply) => reply.code(404).send())
  await service.inject('/fine')
  t.same(log.lines(), [])
  await service.inject('/amiss')
  t.match(log.lines(), [{ level: 'info', path: '/amiss', status: 404 }])
})
