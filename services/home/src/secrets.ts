import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@night-routine/database/connection'
import { howToGive } from './ownership.ts'
import { Problem } from './problem.ts'
import { whyNotWritten } from './volume.ts'

/** Secrets in files that are named as those of Compose are; the first start makes them. @throws Problem */
export async function keptSecrets(folder: string) {
  return {
    secretKeys: await keptSecret(folder, 'secret-keys'),
    vaultPassword: await keptSecret(folder, 'vault-password'),
  }
}

async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = codeOf(error)
    if (code === 'ENOENT') return ''
    // Another one in its place would lose everything that it sealed.
    const fix = code === 'EACCES' ? howToGive() : 'Make it readable, or restore it.'
    throw new Problem(`${path} cannot be read (${code}). ${fix}`, { cause: error })
  })
  if (kept.trim() !== '') return kept.trim()
  const made = randomBytes(32).toString('base64')
  await save(folder, name, made)
  return made
}

/** Keeps these keys for the next starts. @throws Problem if they cannot be written */
export async function saveSecretKeys(folder: string, keys: string): Promise<void> {
  await save(folder, 'secret-keys', keys)
}

async function save(folder: string, name: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    // A file that is half written must not count, and power may fail after this.
    await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    await using names = await open(folder)
    await names.sync()
  } catch (error) {
    throw whyNotWritten(folder, error)
  }
}
