import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Manifest } from '../publish/publish.ts'
import { UsageError, type GlobalFlags, type Invocation } from './invocation.ts'

const StoredSession = Type.Object({
  token: Type.String({ minLength: 1 }),
  email: Type.String(),
  main: Type.String(),
  publish: Type.Optional(Type.String()),
  site: Type.Optional(Type.String()),
  siteHosts: Type.Optional(Type.Array(Type.String())),
  headerPrefix: Type.Optional(Type.String()),
  allowPlainHttp: Type.Optional(Type.Boolean()),
})

/** A sign-in as it is kept between runs: the token, and the addresses it is for. */
export type StoredSession = Static<typeof StoredSession>

const StoredManifest = Type.Object({
  service: Type.String(),
  site: Type.String(),
  files: Type.Record(Type.String(), Type.Array(Type.String())),
})

export function tokenFile({ env, home }: Invocation, flags: GlobalFlags): string {
  const chosen = flags.tokenFile ?? env['VAULT_TOKEN_FILE']
  if (chosen !== undefined && chosen !== '') return chosen
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'vault', 'session.json')
}

/** Reads the stored sign-in; null if there is no file. Refuses a file that others can read. */
export async function readSession(path: string): Promise<StoredSession | null> {
  return readStored(path, StoredSession, {
    isPrivate: true,
    otherwise: 'Sign in again with: vault login',
  })
}

type Whose = Pick<Static<typeof StoredManifest>, 'service' | 'site'>

/** The file that records what this user put on a site. */
export function manifestFile({ env, home }: Invocation, { service, site }: Whose): string {
  const state = env['XDG_STATE_HOME'] || join(home, '.local', 'state')
  const name = createHash('sha256').update(`${service}\n${site}`).digest('hex').slice(0, 32)
  return join(state, 'vault', 'published', `${name}.json`)
}

/** What was put on the site so far; empty if no run has recorded it. */
export async function readManifest(path: string, { service, site }: Whose): Promise<Manifest> {
  const stored = await readStored(path, StoredManifest, {
    otherwise: 'Without it nothing is known to be yours; remove it.',
  })
  if (stored === null) return new Map()
  if (stored.service !== service || stored.site !== site)
    throw new UsageError(`${path} is about another site.`)
  return new Map(Object.entries(stored.files))
}

export async function writeManifest(path: string, whose: Whose, manifest: Manifest): Promise<void> {
  await writePrivately(path, { ...whose, files: Object.fromEntries(manifest) })
}

async function readStored<Schema extends TSchema>(
  path: string,
  schema: Schema,
  { isPrivate = false, otherwise }: { isPrivate?: boolean; otherwise: string },
): Promise<Static<Schema> | null> {
  let text: string
  try {
    if (isPrivate && process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
      throw new UsageError(`Other users may read ${path}. Run: chmod 600 ${path}`)
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    const stored: unknown = JSON.parse(text)
    if (Check(schema, stored)) return stored
  } catch {
    // Reported below.
  }
  throw new UsageError(`${path} is damaged. ${otherwise}`)
}

/** Writes a file that only its owner can read, from its first byte on. */
export async function writePrivately(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomUUID()}`
  try {
    await writeFile(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(fresh, 0o600)
    await rename(fresh, path)
  } finally {
    await rm(fresh, { force: true })
  }
}
