import { createHash, hash as digestOf, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failures.ts'

/** A complete upload in a temporary file. */
export interface Received {
  readonly hash: string
  readonly size: number
  readonly temporaryPath: string
}

/** A file for content; tests replace it with a failing disk. */
export interface ContentFile {
  append(chunks: readonly Uint8Array[]): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

interface ReceiveOptions {
  /** The maximum size in bytes. */
  limit: number
  /** Called with each chunk after it has been written. */
  release?: (chunk: Uint8Array) => void
}

/** Files by the SHA-256 of their content. Equal contents are stored once; writes are atomic. */
export interface ContentStore {
  /** The folder that `pathOf` is relative to. */
  readonly root: string
  pathOf(hash: string): string
  /** Writes an upload to a temporary file. @throws Failure if it is too large, or the disk is full */
  receive(chunks: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received>
  /** Moves an upload to its final place, durably. */
  keep(received: Received): Promise<void>
  /** Deletes an upload, unless it was kept. */
  discard(received: Received): Promise<void>
  /** The content as text; undefined if it no longer exists. */
  readText(hash: string): Promise<string | undefined>
  /** Whether content exists and is undamaged; of large content only the size is checked. */
  isWhole(content: { hash: string; size: number }): Promise<boolean>
  remove(hash: string): Promise<void>
  /** Deletes temporary files older than `olderThanMs`. */
  clearIncoming(now: Temporal.Instant, olderThanMs: number): Promise<void>
  /** The hashes of all content, in batches. */
  list(): AsyncIterable<string[]>
}

/** Hashing larger files would delay the response. */
const longestChecked = 1_048_576

const shards = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Opens the store of a folder, and creates missing folders, readable only by this user. */
export async function openContentStore(
  folder: string,
  { createFile = createOnDisk }: { createFile?: (path: string) => Promise<ContentFile> } = {},
): Promise<ContentStore> {
  const root = join(folder, 'files')
  const incoming = join(folder, 'incoming')
  // The change time of content whose hash was verified.
  const checked = new Map<string, number>()
  const fullPathOf = (hash: string) => join(root, hash.slice(0, 2), hash)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const shard of shards) await mkdir(join(root, shard), { recursive: true, mode: 0o700 })

  return {
    root,
    pathOf: hash => `/${hash.slice(0, 2)}/${hash}`,

    async receive(chunks, options) {
      const temporaryPath = join(incoming, randomUUID())
      const file = await createFile(temporaryPath).catch(refuseWhenFull)
      try {
        const { hash, size } = await write(file, chunks, options)
        return { hash, size, temporaryPath }
      } catch (error) {
        await rm(temporaryPath, { force: true })
        return refuseWhenFull(error)
      }
    },

    async keep({ hash, temporaryPath }) {
      await rename(temporaryPath, fullPathOf(hash))
      await syncFolder(join(root, hash.slice(0, 2)))
    },

    async discard({ temporaryPath }) {
      await rm(temporaryPath, { force: true })
    },

    async readText(hash) {
      try {
        return await readFile(fullPathOf(hash), 'utf8')
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async isWhole({ hash, size }) {
      try {
        const { size: found, ctimeMs } = await stat(fullPathOf(hash))
        if (found !== size) return false
        if (size > longestChecked || checked.get(hash) === ctimeMs) return true
        if (digestOf('sha256', await readFile(fullPathOf(hash))) !== hash) return false
        checked.set(hash, ctimeMs)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async remove(hash) {
      checked.delete(hash)
      await rm(fullPathOf(hash), { force: true })
    },

    async clearIncoming(now, olderThanMs) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        const found = await stat(path).catch(() => undefined)
        if (found && found.mtimeMs <= now.epochMilliseconds - olderThanMs)
          await rm(path, { force: true, recursive: true })
      }
    },

    async *list() {
      for (const shard of shards) yield await readdir(join(root, shard))
    },
  }
}

/** Creates a file that only this user can read. */
export async function createOnDisk(path: string): Promise<ContentFile> {
  const file = await open(path, 'wx', 0o600)
  return {
    append: async chunks => {
      const { bytesWritten } = await file.writev(chunks)
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      // A disk that fills up may write less without an error; the next write reports it.
      if (bytesWritten < bytes) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten))
    },
    sync: () => file.sync(),
    close: () => file.close(),
  }
}

/** Bytes per write; the next ones are received meanwhile. */
const portion = 262_144

async function write(
  file: ContentFile,
  chunks: AsyncIterable<Uint8Array>,
  { limit, release = () => undefined }: ReceiveOptions,
) {
  const append = async (some: readonly Uint8Array[]) => {
    await file.append(some)
    for (const chunk of some) release(chunk)
  }
  const digest = createHash('sha256')
  let size = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let writing = Promise.resolve()
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      digest.update(chunk)
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes < portion) continue
      await writing
      writing = append(waiting)
      // The next await reports a failure; until then it must not count as unhandled.
      writing.catch(() => undefined)
      waiting = []
      waitingBytes = 0
    }
    await writing
    if (waiting.length > 0) await append(waiting)
    await file.sync()
  } finally {
    await writing.catch(() => undefined)
    await file.close()
  }
  return { hash: digest.digest('hex'), size }
}

/** The refusal of a file that is too large. */
export function tooLarge(limit: number): Failure {
  return new Failure('TOO_LARGE', { words: `A file can have at most ${limit} bytes.` })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function refuseWhenFull(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw fullDisk.has(code) ? new Failure('DISK_FULL', { cause: error }) : error
}

/** Without a sync of the folder, a power cut could lose the renamed file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
