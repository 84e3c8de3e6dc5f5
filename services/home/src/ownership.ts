import { readFileSync } from 'node:fs'

/** A user and its group. */
export interface Owner {
  uid: number
  gid: number
}

/** What an operator does on the machine so that this user of the container may write a folder of the volume. */
export function howToGive(
  { uid, gid }: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  proc = '/proc/self',
): string {
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
