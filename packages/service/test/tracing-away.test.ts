import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import { createLogger, traced } from '../src/index.ts'
import { startTracing } from '../src/start-tracing.ts'
import { collectLines } from './log-lines.ts'

// A process starts tracing once: this has one of its own.
t.test('a collector that is away costs a line in the log', async t => {
  const log = collectLines()
  const logger = createLogger({ name: 'web', destination: log.destination })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '200'
  const stop = await startTracing({ name: 'web', endpoint: `http://127.0.0.1:${port}`, logger })
  await traced('work', {}, async () => undefined)
  await stop()
  t.match(log.text(), /ECONNREFUSED.*traces are not sent/)
})
