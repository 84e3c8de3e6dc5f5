import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, removePostgres } from '@night-routine/servers'
import type { Page } from 'playwright-core'

const root = join(import.meta.dirname, '..', '..', '..')

/** A demo household for one program, on free ports and in a separate folder. */
export interface DemoStack extends AsyncDisposable {
  address: string
}

/** Starts it; what was made for it is gone afterwards. */
export async function startDemoStack(): Promise<DemoStack> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-demo-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  const port = await freePort()
  const stack = spawn(
    process.execPath,
    ['--conditions=night-routine', join(root, 'tools/local-stack/src/main.ts'), '--demo'],
    {
      env: {
        ...process.env,
        DATABASE_URL: undefined,
        TIME_ZONE: 'Europe/Paris',
        DATA_FOLDER: join(folder, 'data'),
        PORT: String(port),
        EMULATOR_PORT: String(await freePort()),
        VAULT_PORT: String(await freePort()),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const ended = once(stack, 'exit')
  const invited = new Promise<void>(resolve => {
    let printed = ''
    stack.stdout?.on('data', chunk => {
      printed += String(chunk)
      if (printed.includes('Ctrl-C stops everything')) resolve()
    })
  })
  const failed = ended.then(() => {
    throw new Error('The stack ended while starting.')
  })
  await Promise.race([invited, failed])
  failed.catch(() => {})
  return {
    address: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      stack.kill('SIGINT')
      await ended
      await removePostgres(join(folder, 'data-demo', 'postgres'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The way in, to the plan. */
export async function signInAtDemo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Alex' }).click()
  // Like Google, the emulator shows the boxes unticked.
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${address}/`)
}
