import { runCommand } from './command.ts'

const ended = new AbortController()
for (const event of ['SIGINT', 'SIGTERM']) process.once(event, () => ended.abort())
try {
  process.exitCode = await runCommand(process.argv.slice(2), {
    env: process.env,
    now: () => Temporal.Now.instant(),
    print: line => console.log(line),
    input: process.stdin,
    signal: ended.signal,
  })
} catch (error) {
  // An error with a code is one of the surroundings; any other is ours, and keeps its stack.
  console.error((error instanceof Error && 'code' in error && error.message) || error)
  process.exitCode = 1
}
