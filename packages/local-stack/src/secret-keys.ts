import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The installation's own key, made at the first start and kept for its owner's eyes only. */
export async function secretKeys(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'keys', 'secret-keys')
  await mkdir(join(dataFolder, 'keys'), { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already: sessions and tokens of earlier starts stay readable.
  }
  return readFile(path, 'utf8')
}
