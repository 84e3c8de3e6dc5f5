import { createHash, hash as digestOf, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failures.ts'

/** Bytes that arrived whole and are on disk, but not in their place yet. */
export interface Received {
  readonly hash: string
  readonly size: number
  readonly temporaryPath: string
}

/** What content is written to; a test puts a disk that fails here. */
export interface ContentFile {
  append(chunks: readonly Uint8Array[]): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

interface ReceiveOptions {
  /** The bytes a file may have. */
  limit: number
  /** Told of each chunk that is written and needed no more. */
  release?: (chunk: Uint8Array) => void
}

/** Files by the SHA-256 of their bytes: each content is there once, whole or not at all. */
export interface ContentStore {
  /** Where content is, for whoever serves it: this folder and a path inside of it. */
  readonly root: string
  pathOf(hash: string): string
  /** Writes bytes aside while it reads them. @throws Failure when there are too many, or no room */
  receive(chunks: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received>
  /** Puts received bytes in their place, for good. */
  keep(received: Received): Promise<void>
  /** Throws received bytes away, unless they were kept. */
  discard(received: Received): Promise<void>
  /** The text of a content; undefined when it is not there any more. */
  readText(hash: string): Promise<string | undefined>
  /** Whether a content is there as it was received; the bytes of a large one are not read for it. */
  isWhole(content: { hash: string; size: number }): Promise<boolean>
  remove(hash: string): Promise<void>
  /** Throws away what has been lying aside since before `olderThanMs` ago. */
  clearIncoming(now: Temporal.Instant, olderThanMs: number): Promise<void>
  /** Every content, in portions. */
  list(): AsyncIterable<string[]>
}

/** Reading longer files again would hold up who asks. */
const longestChecked = 1_048_576

const shards = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Opens the store of a folder, and makes what it lacks. Nobody but us can read in there. */
export async function openContentStore(
  folder: string,
  { createFile = createOnDisk }: { createFile?: (path: string) => Promise<ContentFile> } = {},
): Promise<ContentStore> {
  const root = join(folder, 'files')
  const incoming = join(folder, 'incoming')
  // When each content was changed last that had the right bytes.
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

/** A new file; nobody but us can read it. */
export async function createOnDisk(path: string): Promise<ContentFile> {
  const file = await open(path, 'wx', 0o600)
  return {
    append: async chunks => {
      const { bytesWritten } = await file.writev(chunks)
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      // A disk that is about to be full takes a part and says nothing; asked once more, it says so.
      if (bytesWritten < bytes) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten))
    },
    sync: () => file.sync(),
    close: () => file.close(),
  }
}

/** So many bytes go to the disk at once, while as many come in. */
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
      // Whoever awaits it next hears of a failure; until then it is nobody's.
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

/** The refusal of a file with more bytes than a file may have. */
export function tooLarge(limit: number): Failure {
  return new Failure('TOO_LARGE', { words: `A file may have ${limit} bytes and no more.` })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function refuseWhenFull(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw fullDisk.has(code) ? new Failure('DISK_FULL', { cause: error }) : error
}

/** A name is as lasting as its folder: without this a power cut could take the file away again. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
