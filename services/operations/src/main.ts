import { runRecovery } from './command.ts'

const ended = new AbortController()
for (const event of ['SIGINT', 'SIGTERM']) process.once(event, () => ended.abort())
try {
  process.exitCode = await runRecovery(process.argv.slice(2), {
    env: process.env,
    now: () => Temporal.Now.instant(),
    print: line => console.log(line),
    signal: ended.signal,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
