import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemFolder } from './binaries.ts'
import { canReach } from './reach.ts'
import type { RunUser } from './run-user.ts'

/**
 * Makes the folder a server keeps its data in, owned by its user, and says where it really is:
 * where that user cannot go, the data lies in the system's folder and a link shows the way.
 */
export async function makeDataFolder(folder: string, user: RunUser | undefined): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  if (!user) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  if (await canReach(folder, user)) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chown(folder, user.uid, user.gid)
    return folder
  }
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const real = join(systemFolder, `data-${name}`)
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  await mkdir(real, { recursive: true, mode: 0o700 })
  await chown(real, user.uid, user.gid)
  if (!(await lstat(folder).catch(() => undefined))) await symlink(real, folder)
  return real
}

/** Removes a folder made by `makeDataFolder`, and what its link points to. */
export async function removeDataFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (found?.isSymbolicLink()) await rm(await readlink(folder), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
