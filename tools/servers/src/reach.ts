import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { RunUser } from './run-user.ts'

/** Whether this user may enter every folder of a path. Access lists are ignored. */
export async function canReach(path: string, user: RunUser): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
