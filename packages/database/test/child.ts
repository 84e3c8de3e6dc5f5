import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** Starts a script beside this file in a separate process, with this database and these arguments. */
export function startScript(
  script: string,
  url: string,
  ...args: string[]
): ChildProcessByStdio<null, Readable, Readable> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  return spawn(process.execPath, ['--conditions=night-routine', path, ...args], {
    env: { ...process.env, DATABASE_URL: url, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
