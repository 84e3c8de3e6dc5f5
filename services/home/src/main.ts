import {
  closeOnSignal,
  ConfigurationError,
  createLogger,
  loadConfig,
  startTracing,
} from '@night-routine/service'
import { configSchema } from './config.ts'
import { startHome } from './service.ts'

/** Docker kills what has not ended after 10 s. */
const closeMs = 9_000

const args = process.argv.slice(2)
if (args.length > 0) {
  const ended = new AbortController()
  for (const event of ['SIGINT', 'SIGTERM']) process.once(event, () => ended.abort())
  const { runCommandLine } = await import('./command-line.ts')
  process.exit(await runCommandLine(args, process, ended.signal))
}

let logger = createLogger({ name: 'home' })
try {
  const config = loadConfig(configSchema, process.env)
  logger = createLogger({ name: 'home', level: config.LOG_LEVEL })
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const stopTracing = await startTracing({ name: 'home', endpoint, logger })
  const home = await startHome({ config, env: process.env, logger })
  closeOnSignal(
    logger,
    async () => {
      await home.close()
      await stopTracing()
    },
    closeMs,
  )
  process.send?.({ ready: true, port: home.port })
} catch (error) {
  if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'could not start')
  process.exit(1)
}
