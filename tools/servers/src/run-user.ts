import { ServerError } from './errors.ts'
import { run } from './run.ts'

const name = 'night-routine'

/** The system user a server runs as, where it differs from the user who starts it. */
export interface RunUser {
  uid: number
  gid: number
}

async function lookUp(): Promise<RunUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

/**
 * The user PostgreSQL runs as: the current one, unless that is root, which PostgreSQL refuses.
 * Then it is a separate system user, created the first time.
 *
 * @throws {ServerError} when root cannot make that user
 */
export async function runUser(): Promise<RunUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await lookUp()
  if (known) return known
  const debian = ['useradd', '--system', '--user-group', '--no-create-home', name]
  const busybox = ['adduser', '-S', '-D', '-H', name]
  for (const [program = '', ...args] of [debian, busybox]) {
    await run(program, args).catch(() => undefined)
    const made = await lookUp()
    if (made) return made
  }
  throw new ServerError(
    `PostgreSQL refuses to run as root, and the system user "${name}" could not be made. ` +
      'Start as another user, or set DATABASE_URL to a server of your own.',
  )
}
