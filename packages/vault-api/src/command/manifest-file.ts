import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Manifest } from '../publish/manifest.ts'
import { UsageError, type Invocation } from './invocation.ts'
import { writePrivately } from './token-file.ts'

const StoredManifest = Type.Object({
  service: Type.String(),
  site: Type.String(),
  files: Type.Record(Type.String(), Type.Array(Type.String())),
})

interface Whose {
  readonly service: string
  readonly site: string
}

/** Where it is kept what this user put on a site. */
export function manifestFile({ env, home }: Invocation, { service, site }: Whose): string {
  const state = env['XDG_STATE_HOME'] || join(home, '.local', 'state')
  const name = createHash('sha256').update(`${service}\n${site}`).digest('hex').slice(0, 32)
  return join(state, 'vault', 'published', `${name}.json`)
}

/** What was put on the site so far; nothing where no run has kept it. */
export async function readManifest(path: string, whose: Whose): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const stored = parse(text)
  if (!Value.Check(StoredManifest, stored))
    throw new UsageError(`${path} is damaged. Without it nothing is known to be yours; remove it.`)
  if (stored.service !== whose.service || stored.site !== whose.site)
    throw new UsageError(`${path} is about another site.`)
  return new Map(Object.entries(stored.files))
}

/** Keeps what was put on the site. */
export async function writeManifest(path: string, whose: Whose, manifest: Manifest): Promise<void> {
  await writePrivately(path, { ...whose, files: Object.fromEntries(manifest) })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
