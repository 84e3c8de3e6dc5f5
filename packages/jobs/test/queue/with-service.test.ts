import { createLogger, createService, health } from '@night-routine/service'
import t from 'tap'
import { checkBackend, chooseBackend, createProducer, createWorker } from '../../src/index.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { patient } from './parts.ts'

const backend = patient(chooseBackend({ databaseUrl: process.env['DATABASE_URL'] ?? '' }))

t.test('a service with a worker drains on close', async t => {
  const logger = createLogger({ name: 'worker', level: 'silent' })
  const service = createService({ logger })
  const kind = testKind()
  const events: string[] = []
  const closing = Promise.withResolvers<void>()
  const worker = createWorker({
    backend,
    kind,
    logger,
    handler: async () => {
      events.push('started')
      await closing.promise
      events.push('ended')
    },
  })
  const producer = createProducer({ backend, logger, wakeMs: 60_000 })
  service.addHook('onClose', () => producer.close())
  service.addHook('onClose', () => worker.close())
  service.addHook('onClose', async () => {
    events.push('closing')
    closing.resolve()
  })
  await service.register(health, {
    required: {},
    checkTimeoutMs: 60_000,
    reported: {
      queue: async () => {
        if ((await checkBackend(backend)) === 'away') throw new Error('away')
      },
    },
  })
  t.same((await service.inject('/readyz')).json(), { status: 'ready', checks: { queue: 'ok' } })

  t.ok(await producer.wake(kind, { requestId: 'family' }))
  t.ok(await eventually(() => events.includes('started')))
  await service.close()
  t.same(events, ['started', 'closing', 'ended'])
})
