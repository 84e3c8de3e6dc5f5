import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Trouble } from './trouble.ts'

/** Another process has the volume. */
export class VolumeInUse extends Trouble {}

/** The exit code of `flock` where another process holds the lock. */
const isHeld = 1

/**
 * Takes the volume for this process, until it ends or lets go. The kernel keeps the lock (flock), so it holds between
 * containers, and ends with the process however that ends.
 * @throws VolumeInUse, or Trouble if it cannot be written
 */
export async function takeVolume(folder: string): Promise<AsyncDisposable> {
  try {
    await mkdir(folder, { recursive: true })
    const lock = await open(join(folder, 'lock'), 'a', 0o600)
    // The lock belongs to the open file, which the program shares with this process.
    const program = spawn('flock', ['--nonblock', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', lock.fd],
    })
    const [code]: unknown[] = await once(program, 'exit')
    if (code === 0) return lock
    await lock.close()
    if (code === isHeld)
      throw new VolumeInUse(
        `Another Night Routine uses ${folder}. Stop that one, or give this one a volume of its own.`,
      )
    throw new Trouble(
      `${folder} cannot be locked, so two containers could harm it. Use a local volume, or NFS with locking.`,
    )
  } catch (error) {
    if (error instanceof Trouble) throw error
    throw new Trouble(sentenceFor(folder, error), { cause: error })
  }
}

function sentenceFor(folder: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The volume at ${folder} is full. Make room on it.`
  return `${folder} cannot be written. Give the volume to user ${process.getuid?.()}: chown -R ${process.getuid?.()} on it.`
}
