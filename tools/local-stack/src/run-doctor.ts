import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environments } from '@night-routine/home'
import { readHomeFacts } from './environment.ts'
import { StackError } from './errors.ts'
import { stackSettings } from './settings.ts'
import { isTaken } from './stack-lock.ts'
import type { StackOptions } from './stack.ts'

/**
 * Runs the doctor with the settings that the worker of the running stack has, whatever ports and servers
 * that stack was started with.
 * @returns the doctor's exit code
 * @throws {StackError} when no stack runs from this folder
 */
export async function runDoctor({
  root,
  env,
  demo,
  own,
}: Pick<StackOptions, 'root' | 'env' | 'demo' | 'own'>): Promise<number> {
  const { dataFolder } = stackSettings(env, root, { demo, own })
  const facts = (await isTaken(dataFolder)) ? await readHomeFacts(dataFolder, env) : undefined
  if (facts === undefined)
    throw new StackError(
      'Night Routine does not run from this folder. Start it with npm start, and ask the doctor ' +
        'from another terminal.',
    )
  const { 'scheduler-worker': worker } = environments(facts)
  const door = import.meta.resolve('@night-routine/operations')
  const source = door.endsWith('.ts')
  const main = fileURLToPath(new URL(source ? 'main.ts' : 'main.js', door))
  const args = source ? ['--conditions=night-routine', main] : [main]
  const doctor = spawn(process.execPath, [...args, 'doctor'], { env: worker, stdio: 'inherit' })
  await once(doctor, 'exit')
  return doctor.exitCode ?? 1
}
