import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, createService, health } from '@night-routine/service'
import t from 'tap'
import { checkBackend, chooseBackend, createProducer, createWorker } from '../src/index.ts'
import { testContract } from './contracts.ts'
import { eventually } from './eventually.ts'

const backend = chooseBackend({ databaseUrl: process.env['DATABASE_URL'] ?? '' })

t.test('a service with a worker drains on close', async t => {
  const logger = createLogger({ name: 'worker', level: 'silent' })
  const service = createService({ logger })
  const contract = testContract()
  const events: string[] = []
  const worker = createWorker({
    backend,
    contract,
    logger,
    handler: async () => {
      events.push('began')
      await sleep(400)
      events.push('ended')
    },
  })
  const producer = createProducer({ backend, logger })
  service.addHook('onClose', () => producer.close())
  service.addHook('onClose', () => worker.close())
  service.addHook('onClose', async () => void events.push('closing'))
  await service.register(health, {
    required: {},
    reported: { queue: async () => t.equal(await checkBackend(backend), 'ready') },
  })
  t.same((await service.inject('/readyz')).json(), { status: 'ready', checks: { queue: 'ok' } })

  t.ok(await producer.wake(contract, { calendar: 'family' }))
  t.ok(await eventually(() => events.includes('began')))
  await service.close()
  t.same(events, ['began', 'closing', 'ended'])
})
