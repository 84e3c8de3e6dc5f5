import { runCommand } from './command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  now: () => Temporal.Now.instant(),
  print: line => console.log(line),
  printError: problem => console.error(problem),
  onInterrupt: stop => {
    for (const event of ['SIGINT', 'SIGTERM']) process.once(event, stop)
  },
})
