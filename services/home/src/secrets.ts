import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret of this installation: the first start makes it, and only its owner can read it. */
async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept !== '') return kept
  const made = randomBytes(32).toString('base64')
  await saveSecret(path, made)
  return made
}

async function saveSecret(path: string, text: string): Promise<void> {
  // A file that is half written must not count.
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

/** Keeps these keys for the next starts. */
export async function saveSecretKeys(folder: string, keys: string): Promise<void> {
  await saveSecret(join(folder, 'secret-keys'), keys)
}

/**
 * The key for stored secrets, and the password of the account at the publish host, in files that are named as those of
 * Compose are.
 */
export async function keptSecrets(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    secretKeys: await keptSecret(folder, 'secret-keys'),
    vaultPassword: await keptSecret(folder, 'vault-password'),
  }
}
