import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What Linux keeps in memory. Each test file copies a database of 300 files or more: there a copy takes
// 15 ms, on a disk 70 to 450.
const memory = '/dev/shm'
/** The test databases of a whole run take a third of it. */
const neededBytes = 2 * 2 ** 30

/** Creates a temporary folder for the run, in memory if there is room. */
export async function makeThrowawayFolder(): Promise<string> {
  return mkdtemp(join((await hasRoom(memory)) ? memory : tmpdir(), 'night-routine-servers-'))
}

async function hasRoom(folder: string) {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= neededBytes
  } catch {
    return false // Another system, or a container that has none.
  }
}
