import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  createLogger,
  loadConfig,
  systemClock,
  type Clock,
  type Logger,
} from '@night-routine/service'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import type { Household, Test } from './household.ts'

type Settings = Record<string, string>

/** A sweep so rare that work which is done was not found by it, but by a wake-up or a timer. */
export const never = 86_400

/** A worker in this process, closed at the test's end. */
export async function startWorker(
  t: Test,
  { environment }: Pick<Household, 'environment'>,
  {
    settings = {},
    clock = systemClock,
    sweepSeconds,
    logger = createLogger({
      name: 'scheduler-worker',
      level: process.env['DEBUG_LEVEL'] ?? 'silent',
    }),
  }: { settings?: Settings; clock?: Clock; sweepSeconds?: number; logger?: Logger } = {},
) {
  const config = loadConfig(configSchema, { ...environment, ...settings })
  const service = await buildService({
    config: sweepSeconds === undefined ? config : { ...config, SWEEP_SECONDS: sweepSeconds },
    logger,
    clock,
  })
  t.teardown(() => service.close())
  await service.ready()
  return service
}

/** A worker in a separate process, killed at the end of the test. */
export async function forkWorker(
  t: Test,
  { environment }: Pick<Household, 'environment'>,
  settings: Settings = {},
): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = fork(main, {
    execArgv: ['--conditions=night-routine'],
    env: { ...environment, ...settings, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await once(child, 'message')
  return child
}

/** Continues a stopped worker, and ends it after its current work. */
export async function wakeAndStop(worker: ChildProcess): Promise<void> {
  worker.kill('SIGCONT')
  await sleep(200)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
}
