import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
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

/** Where the sign-in is kept. */
export function tokenFile({ env, home }: Invocation, flags: GlobalFlags): string {
  const chosen = flags.tokenFile ?? env['VAULT_TOKEN_FILE']
  if (chosen !== undefined && chosen !== '') return chosen
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'vault', 'session.json')
}

/** Reads the stored sign-in; null if there is no file. Refuses a file that others can read. */
export async function readSession(path: string): Promise<StoredSession | null> {
  let text: string
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsageError(`Other users may read ${path}. Run: chmod 600 ${path}`)
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const session = parse(text)
  if (!Value.Check(StoredSession, session))
    throw new UsageError(`${path} is damaged. Sign in again with: vault login`)
  return session
}

/** Keeps the sign-in, readable for its owner alone from its first byte on. */
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

/** Forgets the sign-in. */
export async function removeSession(path: string): Promise<void> {
  await rm(path, { force: true })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
