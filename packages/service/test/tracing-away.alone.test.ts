import { freePort } from '@night-routine/servers'
import t from 'tap'
import { createLogger, traced } from '../src/index.ts'
import { startTracing } from '../src/start-tracing.ts'
import { collectLines } from './log-lines.ts'

// A process can start tracing only once, so this test has its own process.
t.test('logs a collector that is down, and continues', async t => {
  const log = collectLines()
  const logger = createLogger({ name: 'web', destination: log.destination })
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '200'
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const stop = await startTracing({ name: 'web', endpoint, logger })
  await traced('work', {}, async () => undefined)
  await stop()
  t.match(log.text(), /ECONNREFUSED.*traces are not sent/)
})
