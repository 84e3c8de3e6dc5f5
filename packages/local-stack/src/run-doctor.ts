import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningPostgres, runningRedis } from '@night-routine/servers'
import { environments } from './environment.ts'
import { StackError } from './errors.ts'
import { keptSecrets } from './secret-keys.ts'
import { stackSettings } from './settings.ts'
import { isTaken } from './stack-lock.ts'
import type { StackOptions } from './stack.ts'

/**
 * Runs the doctor with the settings that the worker of the running stack has.
 * @returns the doctor's exit code
 * @throws {StackError} when no stack runs from this folder
 */
export async function runDoctor({
  root,
  env,
  demo,
}: Pick<StackOptions, 'root' | 'env' | 'demo'>): Promise<number> {
  const settings = stackSettings(env, root, { demo })
  const databaseUrl =
    settings.databaseUrl ?? (await runningPostgres(join(settings.dataFolder, 'postgres')))
  if (!(await isTaken(settings.dataFolder)) || databaseUrl === undefined)
    throw new StackError(
      'Night Routine does not run from this folder. Start it with npm start, and ask the doctor ' +
        'from another terminal.',
    )
  const { 'scheduler-worker': worker } = environments(
    {
      ...settings,
      publicUrl: `http://localhost:${settings.port}`,
      emulatorUrl: `http://localhost:${settings.emulatorPort}`,
      databaseUrl,
      redisUrl: settings.redisUrl ?? (await runningRedis(join(settings.dataFolder, 'redis'))),
      ...(await keptSecrets(settings.dataFolder)),
      // The doctor goes the way that people go.
      webPort: settings.port,
      webhookPort: settings.port,
      vaultPort: settings.port,
    },
    env,
  )
  const door = import.meta.resolve('@night-routine/scheduler-worker')
  const source = door.endsWith('.ts')
  const main = fileURLToPath(new URL(source ? 'doctor/main.ts' : 'doctor/main.js', door))
  const words = source ? ['--conditions=night-routine', main] : [main]
  const doctor = spawn(process.execPath, words, { env: worker, stdio: 'inherit' })
  await once(doctor, 'exit')
  return doctor.exitCode ?? 1
}
