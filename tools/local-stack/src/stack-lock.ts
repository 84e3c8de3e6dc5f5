import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from './errors.ts'

/** Whether this process is alive and, where the system tells, is a local stack and not a reused id. */
async function isStack(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'local-stack')
  return args.includes('local-stack')
}

/** Whether a stack runs from this folder. */
export async function isTaken(folder: string): Promise<boolean> {
  const [pid] = (await readFile(join(folder, 'stack.lock'), 'utf8').catch(() => '')).split(' ')
  return pid !== undefined && pid !== '' && isStack(Number(pid))
}

/**
 * Takes the data folder for this process; a lock left by a killed stack is simply replaced.
 *
 * @returns the function that gives the folder back
 * @throws {StackError} when another stack is running from it
 */
export async function takeFolder(folder: string, address: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'stack.lock')
  const claim = () => writeFile(path, `${process.pid} ${address}\n`, { flag: 'wx' })
  try {
    await claim()
  } catch {
    const [pid = '', where = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
    if (await isStack(Number(pid))) {
      throw new StackError(
        `Night Routine is already running from this folder, at ${where} (process ${pid}). ` +
          'Open it there, or stop it first.',
      )
    }
    await rm(path, { force: true })
    await claim()
  }
  return () => rm(path, { force: true })
}
