import { readFileSync } from 'node:fs'
import { ConfigurationError, type Logger } from '@night-routine/service'
import { usualId, type Config } from './config.ts'

/** The user and the group of this process. */
export const ownUser = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

/** A user and its group. */
export type Owner = ReturnType<typeof ownUser>

/** Becomes the user that PUID and PGID name if this is root, which PostgreSQL refuses. @throws ConfigurationError */
export function leaveRoot({ PUID, PGID }: Config, logger: Logger): void {
  const own = ownUser()
  const [uid, gid] = [PUID ?? usualId, PGID ?? usualId]
  if (own.uid === 0) {
    try {
      process.setgroups?.([])
      process.setgid?.(gid)
      process.setuid?.(uid)
    } catch {
      throw new ConfigurationError([
        'A container that starts as root needs the capabilities SETUID and SETGID to become another user. Start it with ' +
          `--user ${uid}:${gid} instead.`,
      ])
    }
  } else if ((PUID ?? own.uid) !== own.uid || (PGID ?? own.gid) !== own.gid)
    logger.warn(
      `PUID and PGID have no effect in a container that starts as user ${own.uid}: start it with ` +
        `--user ${uid}:${gid}, or with --user 0`,
    )
}

/** What an operator does on the machine so that this user of the container may write a folder of the volume. */
export function howToGive({ uid, gid }: Owner = ownUser(), proc = '/proc/self'): string {
  const owner = `${idOutside(`${proc}/uid_map`, uid)}:${idOutside(`${proc}/gid_map`, gid)}`
  const line =
    `Run this on the machine itself: sudo chown -R ${owner} FOLDER, where FOLDER is the folder of the machine ` +
    'that the container has there.'
  // The label that SELinux gives to a container (container-selinux).
  const isLabelled = read(`${proc}/attr/current`).includes(':container_t:')
  return isLabelled
    ? `${line} Then start the container with :Z at the end of its volume, for SELinux: -v FOLDER:/data:Z.`
    : line
}

/** The id that the machine has for one of this container; engines without root map them (user_namespaces(7)). */
function idOutside(map: string, id: number): number {
  for (const line of read(map).trim().split('\n')) {
    const [inside = 0, outside = 0, count = 0] = line.trim().split(/\s+/).map(Number)
    if (id >= inside && id < inside + count) return outside + id - inside
  }
  return id
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
