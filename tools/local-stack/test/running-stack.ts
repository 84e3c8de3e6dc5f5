import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, removePostgres } from '@night-routine/servers'

/** A test, or a program that ends what it began. */
interface Ends {
  teardown(end: () => Promise<unknown>): unknown
}

/** Ports and a data folder for one or more stacks of a test; everything is gone afterwards. */
export async function stackPlace(t: Ends, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-stack-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  t.teardown(async () => {
    // With --own or --demo, the stack has a separate folder beside it.
    for (const data of ['data', 'data-own', 'data-demo'])
      await removePostgres(join(folder, data, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const place = {
    PORT: String(await freePort()),
    EMULATOR_PORT: String(await freePort()),
    VAULT_PORT: String(await freePort()),
  }
  return {
    ...process.env,
    DATABASE_URL: undefined,
    DATA_FOLDER: join(folder, 'data'),
    ...place,
    ...env,
  }
}

export type Place = Awaited<ReturnType<typeof stackPlace>>

/** Starts the stack's program from its sources; resolves when it has printed its invitation, or with its exit code. */
export async function launchStack(t: Ends, env: NodeJS.ProcessEnv, ...args: string[]) {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts')
  const child = spawn(process.execPath, ['--conditions=night-routine', main, ...args], {
    env,
    // With a channel the stack ends with this test, however the test ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  const ended = once(child, 'exit').then(() => child.exitCode)
  const invited = new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', chunk => {
        printed += String(chunk)
        if (printed.includes('Ctrl-C stops everything')) resolve()
      })
    }
  })
  const interrupt = async () => {
    child.kill('SIGINT')
    return ended
  }
  t.teardown(interrupt)
  const exitCode = await Promise.race([invited, ended])
  return {
    exitCode: exitCode ?? undefined,
    publicUrl: `http://localhost:${env['PORT']}`,
    emulatorUrl: `http://localhost:${env['EMULATOR_PORT']}`,
    printed: () => printed,
    interrupt,
  }
}
