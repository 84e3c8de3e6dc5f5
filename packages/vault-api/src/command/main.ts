#!/usr/bin/env node
import { homedir } from 'node:os'
import { runCommand } from './run.ts'

const control = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => control.abort(new Error(signal)))

// A reader that has seen enough, like `head`, is no error.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  home: homedir(),
  signal: control.signal,
  // A minute, with the waits between: a connection that drops for a moment ends no publish.
  patience: { attempts: 8 },
})
