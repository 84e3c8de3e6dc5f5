// The first process of a container ignores a signal that it does not listen to, and loading takes a while.
const stopAtOnce = () => process.exit(0)
const stopping = ['SIGINT', 'SIGTERM']
for (const signal of stopping) process.once(signal, stopAtOnce)

const { closeOnSignal, ConfigurationError, createLogger, loadConfig } =
  await import('@night-routine/service')
const { configSchema } = await import('./config.ts')
const { leaveRoot } = await import('./ownership.ts')

/** Docker kills what has not ended after 10 s. */
const closeMs = 9_000

const args = process.argv.slice(2)
if (args.length > 0) {
  const ended = new AbortController()
  for (const signal of stopping) process.off(signal, stopAtOnce).once(signal, () => ended.abort())
  const { runCommandLine } = await import('./command-line.ts')
  process.exit(await runCommandLine(args, process, ended.signal))
}

const { startHome } = await import('./service.ts')
let logger = createLogger({ name: 'home' })
try {
  const config = loadConfig(configSchema, process.env)
  logger = createLogger({ name: 'home', level: config.LOG_LEVEL })
  leaveRoot(config, logger)
  const home = await startHome({ config, env: process.env, logger })
  for (const signal of stopping) process.off(signal, stopAtOnce)
  closeOnSignal(logger, () => home.close(), closeMs)
  process.send?.({ ready: true, port: home.port })
} catch (error) {
  if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'could not start')
  process.exit(1)
}
