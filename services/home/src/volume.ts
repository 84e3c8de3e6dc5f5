import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { howToGive, type Owner } from './ownership.ts'
import { isOutOfSpace, Problem, volumeIsFull } from './problem.ts'

/** Another process has the volume. */
export class VolumeInUse extends Problem {}

/** The exit code of `flock` where another process holds the lock. */
const isHeld = 1

/** Locks the volume by flock: it holds between containers, and ends with the process. @throws VolumeInUse, Problem */
export async function takeVolume(folder: string): Promise<AsyncDisposable> {
  const lock = await openLock(folder)
  try {
    // The lock belongs to the open file, which the program shares with this process.
    const program = spawn('flock', ['--nonblock', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', lock.fd],
    })
    const [code]: unknown[] = await once(program, 'exit')
    if (code === 0) return lock
    if (code === isHeld)
      throw new VolumeInUse(
        `Another Night Routine uses ${folder}. Stop that one, or give this one a volume of its own.`,
      )
    throw new Problem(
      `${folder} cannot be locked, so two containers could harm it. Use a local volume, or NFS with locking.`,
    )
  } catch (error) {
    await lock.close()
    throw error
  }
}

async function openLock(folder: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true })
    await mendRights(folder)
    return await open(join(folder, 'lock'), 'a', 0o600)
  } catch (error) {
    throw whyNotWritten(folder, error)
  }
}

/** Why a folder of the volume could not be written. */
export function whyNotWritten(folder: string, error: unknown, user?: Owner): Problem {
  if (isOutOfSpace(error)) return new Problem(volumeIsFull, { cause: error })
  const fix = /read-only file system/i.test(String(error))
    ? 'It is read-only: take :ro away from its volume, or check the disk.'
    : howToGive(user)
  return new Problem(`${folder} cannot be written. ${fix}`, { cause: error })
}

/** Gives the owner its rights back, of which a NAS takes some; what belongs to another user stays as it is. */
async function mendRights(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined || found.isSymbolicLink()) return
  const needed = found.isDirectory() ? 0o700 : 0o600
  if ((found.mode & needed) !== needed)
    await chmod(path, found.mode | needed).catch(() => undefined)
  if (!found.isDirectory()) return
  for (const name of await readdir(path).catch(() => [])) await mendRights(join(path, name))
}
