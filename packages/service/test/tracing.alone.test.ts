import { fastify } from 'fastify'
import t from 'tap'
import {
  createLogger,
  createService,
  inPassedContext,
  traced,
  contextToPass,
} from '../src/index.ts'
import { startTracing } from '../src/start-tracing.ts'
import { collectLines } from './log-lines.ts'

interface SentSpan {
  name: string
  spanId: string
  parentSpanId?: string
  traceId: string
  status: { message?: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

const log = collectLines()
const logger = createLogger({ name: 'web', destination: log.destination })

t.test('without an endpoint, tracing is off', async t => {
  const stop = await startTracing({ name: 'web', endpoint: undefined, logger })
  t.same(await traced('work', {}, async () => contextToPass()), {})
  await stop()
})

t.test('a request, its job in another service and a failure are one trace', async t => {
  const sent: Sent[] = []
  const collector = fastify()
  collector.post<{ Body: Sent }>('/otlp/v1/traces', async ({ body }) => {
    sent.push(body)
    return {}
  })
  t.teardown(() => collector.close())
  const address = await collector.listen({ port: 0, host: '127.0.0.1' })
  const endpoint = `${address}/otlp`
  const stop = await startTracing({ name: 'web', endpoint, logger })

  const service = createService({ logger })
  t.teardown(() => service.close())
  let passed = {}
  service.post('/nights/:id', async () => {
    passed = contextToPass()
    return 'taken'
  })
  const { headers } = await service.inject({
    method: 'POST',
    url: '/nights/7?token=secret',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })
  t.match(passed, { requestId: headers['x-request-id'], traceparent: /^00-[0-9a-f]{32}-/ })
  const failing = inPassedContext(passed, () =>
    traced('push', { 'job.id': 'push-7' }, async () => {
      throw new RangeError('about alex@example.com')
    }),
  )
  await t.rejects(failing, RangeError)
  await stop()

  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans)),
  )
  const [request, push] = ['POST /nights/:id', 'push'].map(wanted =>
    spans.find(({ name }) => name === wanted),
  )
  t.equal(push?.parentSpanId, request?.spanId)
  t.equal(push?.traceId, request?.traceId)
  t.equal(push?.status.message, 'RangeError')
  t.match(request?.attributes, [
    { key: 'http.request.method', value: { stringValue: 'POST' } },
    { key: 'http.route', value: { stringValue: '/nights/:id' } },
    { key: 'request.id', value: { stringValue: headers['x-request-id'] } },
    { key: 'http.response.status_code' },
  ])
  t.match(sent[0]?.resourceSpans[0]?.resource.attributes, [
    { key: 'service.name', value: { stringValue: 'web' } },
  ])
  t.notMatch(JSON.stringify(sent), /secret|alex@/)
})
