import t from 'tap'
import { createLogger, createService, usualArrival, waits } from '../src/index.ts'

t.test('every wait is shorter than the one around it', async t => {
  const { providerAnswerMs, providerSilenceMs, providerOperationMs, ...outer } = waits
  const inOrder = [
    providerAnswerMs,
    providerSilenceMs,
    providerOperationMs,
    outer.providerHandlerMs,
    outer.connectionMs,
  ]
  t.same(inOrder.length, Object.keys(waits).length, 'none is missing here')
  for (const [index, wait] of inOrder.entries())
    if (index > 0) t.ok(wait >= (inOrder[index - 1] ?? 0) + 5_000, `${wait} ms`)
})

t.test('a connection lives longer than a request takes to arrive', async t => {
  const service = createService({ logger: createLogger({ name: 'x', level: 'silent' }) })
  t.teardown(() => service.close())
  t.equal(service.server.timeout, waits.connectionMs)
  t.ok(usualArrival.requestMs < service.server.timeout)
})

t.test('a route whose handler may outlive its connection is refused', async t => {
  const service = createService({ logger: createLogger({ name: 'x', level: 'silent' }) })
  t.teardown(() => service.close())
  const handlerTimeout = waits.connectionMs
  t.throws(() => service.get('/late', { handlerTimeout }, () => ''), /^\/late: a handler needs/)
  service.get('/calls', { handlerTimeout: waits.providerHandlerMs }, () => '')
  service.get('/stream', { handlerTimeout, config: { streams: true } }, () => '')
})
