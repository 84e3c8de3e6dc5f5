import { createHash, hash as digestOf, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { codeOf } from '@night-routine/database/connection'
import { outsideText } from '@night-routine/service'
import { Failure } from '../failures.ts'

export interface Received {
  readonly hash: string
  readonly size: number
  readonly temporaryPath: string
}

/** Called with each chunk after it has been written. */
type Release = (chunk: Uint8Array) => void

export type ContentStore = Awaited<ReturnType<typeof openContentStore>>

/** Hashing larger files would delay the response. */
const longestChecked = 1_048_576

/** Stores files by the SHA-256 of their content, so equal contents once, readable only by this user. */
export async function openContentStore(folder: string, createFile = createOnDisk) {
  const root = join(folder, 'files')
  const incoming = join(folder, 'incoming')
  // The change time of content whose hash was verified.
  const checked = new Map<string, number>()
  const fullPathOf = (hash: string) => join(root, hash.slice(0, 2), hash)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await mkdir(root, { recursive: true, mode: 0o700 })

  return {
    /** The folder that `pathOf` is relative to. */
    root,

    pathOf: (hash: string) => `/${hash.slice(0, 2)}/${hash}`,

    /** Writes an upload to a temporary file. @throws Failure if it is too large, or the disk is full */
    async receive(chunks: AsyncIterable<Uint8Array>, limit: number, release: Release) {
      const temporaryPath = join(incoming, randomUUID())
      try {
        const written = await write(createFile(temporaryPath), chunks, limit, release)
        return { ...written, temporaryPath }
      } catch (error) {
        await rm(temporaryPath, { force: true })
        throw fullDisk.has(codeOf(error)) ? new Failure('DISK_FULL', { cause: error }) : error
      }
    },

    /** Moves an upload to its final place, durably. */
    async keep({ hash, temporaryPath }: Received): Promise<void> {
      const shard = join(root, hash.slice(0, 2))
      const isMoved = await unlessMissing(rename(temporaryPath, fullPathOf(hash)).then(() => true))
      if (isMoved === undefined) {
        await mkdir(shard, { recursive: true, mode: 0o700 })
        await syncFolder(root)
        await rename(temporaryPath, fullPathOf(hash))
      }
      await syncFolder(shard)
    },

    /** Deletes an upload, unless it was kept. */
    async discard({ temporaryPath }: Received): Promise<void> {
      await rm(temporaryPath, { force: true })
    },

    /** The content as text, and whether it is undamaged; undefined if it no longer exists or has more than `limit` bytes. */
    async readText(hash: string, limit: number) {
      const path = fullPathOf(hash)
      const found = await unlessMissing(stat(path))
      if (found === undefined || found.size > limit) return undefined
      const content = await unlessMissing(readFile(path))
      if (content === undefined) return undefined
      const text = outsideText(content.toString(), limit)
      return { text, isWhole: digestOf('sha256', content) === hash }
    },

    /** Whether content has a short text in it; false if it no longer exists. */
    async includes(hash: string, text: string): Promise<boolean> {
      let end = ''
      try {
        for await (const chunk of createReadStream(fullPathOf(hash), 'latin1')) {
          end += String(chunk)
          if (end.includes(text)) return true
          end = end.slice(1 - text.length)
        }
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      return false
    },

    /** Whether content exists and is undamaged; of large content only the size is checked. */
    async isWhole({ hash, size }: { hash: string; size: number }): Promise<boolean> {
      const found = await unlessMissing(stat(fullPathOf(hash)))
      if (found?.size !== size) return false
      if (size > longestChecked || checked.get(hash) === found.ctimeMs) return true
      const content = await unlessMissing(readFile(fullPathOf(hash)))
      if (content === undefined || digestOf('sha256', content) !== hash) return false
      checked.set(hash, found.ctimeMs)
      return true
    },

    async remove(hash: string): Promise<void> {
      checked.delete(hash)
      await rm(fullPathOf(hash), { force: true })
    },

    async clearIncoming(now: Temporal.Instant, olderThanMs: number): Promise<void> {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        const found = await stat(path).catch(() => undefined)
        if (found && found.mtimeMs <= now.epochMilliseconds - olderThanMs)
          await rm(path, { force: true, recursive: true })
      }
    },

    async *list(): AsyncIterable<string[]> {
      const shards = (await readdir(root)).filter(name => /^[\da-f]{2}$/.test(name))
      for (const shard of shards) yield await readdir(join(root, shard))
    },
  }
}

/** Creates a file that only this user can read. It is on the disk when it is closed. */
export function createOnDisk(path: string, options = {}): Writable {
  const batch = 262_144
  const ours = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: batch }
  return createWriteStream(path, { ...ours, ...options })
}

async function write(
  file: Writable,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  release: Release,
) {
  const digest = createHash('sha256')
  let size = 0
  const closed = finished(file)
  // Awaited below; until then a failure must not count as unhandled.
  closed.catch(() => undefined)
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      digest.update(chunk)
      if (file.errored) throw file.errored
      if (!file.write(chunk, error => error ?? release(chunk))) await once(file, 'drain')
    }
    file.end()
    await closed
  } catch (error) {
    file.destroy()
    await closed.catch(() => undefined)
    throw error
  }
  return { hash: digest.digest('hex'), size }
}

export function tooLarge(limit: number): Failure {
  return new Failure('TOO_LARGE', { text: `A file can have at most ${limit} bytes.` })
}

async function unlessMissing<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Without a sync of the folder, a power cut could lose the renamed file. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}
