import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidRequest } from '../errors.ts'
import { isKeptBack } from './kept-back.ts'

/** A file of the folder, and the path it gets on the site. */
export interface FolderFile {
  readonly path: string
  readonly file: string
  readonly size: number
}

/** Something that is not published, and why. */
export interface Skipped {
  readonly path: string
  readonly why: 'hidden' | 'link' | 'special' | 'publish: false'
}

export interface Folder {
  readonly files: readonly FolderFile[]
  readonly skipped: readonly Skipped[]
}

/**
 * Every file below a folder, except hidden ones, links (they may lead out of it) and notes that are kept
 * back. A folder that cannot be read is an error: it must not look like an empty one.
 */
export async function readFolder(folder: string): Promise<Folder> {
  const files: FolderFile[] = []
  const skipped: Skipped[] = []

  async function descend(below: string): Promise<void> {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries) {
      const local = below === '' ? entry.name : `${below}/${entry.name}`
      // One spelling on every system: some file systems take composed letters apart.
      const path = local.normalize('NFC')
      if (entry.name.startsWith('.')) skipped.push({ path, why: 'hidden' })
      else if (entry.isSymbolicLink()) skipped.push({ path, why: 'link' })
      else if (entry.isDirectory()) await descend(local)
      else if (!entry.isFile()) skipped.push({ path, why: 'special' })
      else await take(path, join(folder, local))
    }
  }

  async function take(path: string, file: string): Promise<void> {
    if (path.toLowerCase().endsWith('.md') && isKeptBack(await beginningOf(file)))
      skipped.push({ path, why: 'publish: false' })
    else files.push({ path, file, size: (await stat(file)).size })
  }

  await descend('')
  const paths = new Set<string>()
  for (const { path } of files) {
    if (paths.has(path))
      throw new InvalidRequest(`Two files would both be published as ${JSON.stringify(path)}.`)
    paths.add(path)
  }
  return { files, skipped }
}

/** Front matter is at the beginning; the rest of a note need not be read for it. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16 * 1024) })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
