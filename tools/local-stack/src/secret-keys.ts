import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret of this installation. The first start creates it, and only its owner can read it. */
async function keptSecret(dataFolder: string, name: string): Promise<string> {
  const path = join(dataFolder, 'keys', name)
  await mkdir(join(dataFolder, 'keys'), { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch {
    // It exists already, and must still decrypt what earlier starts encrypted.
  }
  return readFile(path, 'utf8')
}

/** The installation's own key, and the password of its account at the local publish host. */
export async function keptSecrets(dataFolder: string) {
  return {
    secretKeys: await keptSecret(dataFolder, 'secret-keys'),
    vaultPassword: await keptSecret(dataFolder, 'vault-password'),
  }
}
