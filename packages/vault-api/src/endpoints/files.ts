import limitConcurrency from 'p-limit'
import { NotFound, TooLarge } from '../errors.ts'
import { checkPaths } from '../upload/paths.ts'
import { checkedBody, type UploadSource } from '../upload/source.ts'
import { ask, call, callToRemove, tokenOf, type CallOptions, type Session } from './call.ts'
import { endpoints } from './endpoints.ts'
import type { SiteAddress } from './sites.ts'

/** The only version of the list that a client has ever asked for. */
const listVersion = 2

export interface PublishedFile {
  readonly path: string
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string
  readonly size: number
}

/** The progress of an upload. `attempt` counts from 1, and each attempt starts at 0 bytes. */
export interface UploadProgress {
  readonly path: string
  readonly sent: number
  readonly size: number
  readonly attempt: number
}

export interface Upload {
  /** Path inside the site, with `/` between its parts. */
  readonly path: string
  readonly source: UploadSource
}

export interface UploadOptions extends CallOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

export interface UploadAllOptions extends UploadOptions {
  /** Called for each file that the host has stored. */
  readonly onUploaded?: ((upload: Upload) => void) | undefined
}

export interface RemoveAllOptions extends CallOptions {
  /** Called for each file that is no longer on the site. */
  readonly onRemoved?: ((path: string) => void) | undefined
}

/** Small files wait for the host, large ones for the line: more of those at once would only take memory. */
const largeFile = 1_048_576
const mostLarge = 4

export function fileCalls(session: Session, { atOnce }: { atOnce: number }) {
  const slot = limitConcurrency(atOnce)
  const largeSlot = limitConcurrency(mostLarge)

  async function uploadNow(site: SiteAddress, file: Upload, options: UploadOptions) {
    if (file.source.size <= largeFile) await send(site, file, options)
    else await largeSlot(() => send(site, file, options))
  }

  async function send(site: SiteAddress, { path, source }: Upload, options: UploadOptions) {
    const token = tokenOf(session, endpoints.upload)
    const { size, hash } = source
    const prefix = session.headerPrefix
    await ask(session, endpoints.upload, site.host, {
      file: path,
      secrets: [token],
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        [`${prefix}token`]: token,
        [`${prefix}id`]: site.id,
        [`${prefix}path`]: encodeURIComponent(path),
        [`${prefix}hash`]: hash,
      },
      open: attempt =>
        checkedBody(source, {
          path,
          onBytes: sent => options.onProgress?.({ path, sent, size, attempt }),
        }),
      bytes: size,
      signal: options.signal,
    })
  }

  const removeNow = async ({ id, host }: SiteAddress, path: string, { signal }: CallOptions) =>
    callToRemove(session, endpoints.remove, { id, path }, { signal, host, file: path })

  /** Does work for all items, some at once. After a failure it starts no more, and throws when the others have ended. */
  async function untilFailure<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
    const failures: unknown[] = []
    await slot.map(items, async item => {
      if (failures.length > 0) return
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    })
    if (failures.length > 0) throw failures[0]
  }

  return {
    async list(site: SiteAddress, options: CallOptions = {}): Promise<PublishedFile[]> {
      const { id, host } = site
      const fields = { id, version: listVersion }
      const answer = await call(session, endpoints.listFiles, fields, { ...options, host })
      const files = Array.isArray(answer) ? answer : answer.files
      return files.map(({ path, hash, size = 0 }) => ({ path, hash: hash.toLowerCase(), size }))
    },

    /** Streams one file; a client sends 16 at once, 4 of them large. @throws TooLarge, HashMismatch, QuotaExceeded, SourceChanged */
    async upload(site: SiteAddress, file: Upload, options: UploadOptions = {}): Promise<void> {
      checkUploads([file], session.largestFile)
      await slot(() => uploadNow(site, file, options))
    },

    /** Uploads many files, all checked before the first is sent. A failure ends it when running ones have ended. */
    async uploadAll(site: SiteAddress, files: readonly Upload[], options: UploadAllOptions = {}) {
      checkUploads(files, session.largestFile)
      await untilFailure(files, async file => {
        await uploadNow(site, file, options)
        options.onUploaded?.(file)
      })
    },

    /** Removes a file. That a repeat no longer finds it is a success. */
    async remove(site: SiteAddress, path: string, options: CallOptions = {}): Promise<void> {
      checkPaths([path])
      await removeNow(site, path, options)
    },

    /** Removes many files; one that is not there any more is no failure. */
    async removeAll(site: SiteAddress, paths: readonly string[], options: RemoveAllOptions = {}) {
      checkPaths(paths)
      await untilFailure(paths, async path => {
        await removeNow(site, path, options).catch((error: unknown) => {
          if (!(error instanceof NotFound)) throw error
        })
        options.onRemoved?.(path)
      })
    },
  }
}

/** Throws if no host would take some of these files, before a byte of them is sent. */
function checkUploads(files: readonly Upload[], largestFile: number): void {
  checkPaths(files.map(({ path }) => path))
  const large = files.filter(({ source }) => source.size > largestFile)
  if (large.length === 0) return
  const named = large.map(({ path, source }) => `${JSON.stringify(path)} has ${source.size} bytes`)
  throw new TooLarge(`${named.join(', ')}; a file may have ${largestFile}.`, { sent: false })
}
