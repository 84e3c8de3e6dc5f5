import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs a command in a separate process, with `env` and the environment of the tests without a database. */
export async function runMain(env: Record<string, string>, ...words: string[]) {
  const path = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { DATABASE_URL: _, ...inherited } = process.env
  const command = spawn(process.execPath, ['--conditions=night-routine', path, ...words], {
    env: { ...inherited, ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(command.stdout), text(command.stderr)])
  const [code] = await once(command, 'exit')
  return { code: Number(code), said: (await said).join('') }
}
