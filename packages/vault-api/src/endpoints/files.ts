import limitConcurrency from 'p-limit'
import { Type } from 'typebox'
import { InvalidRequest, NotFound, TooLarge } from '../errors.ts'
import { send } from '../transport/transport.ts'
import { checkedBody } from '../upload/checked-body.ts'
import type { UploadSource } from '../upload/source.ts'
import {
  ask,
  askOpenly,
  baseOf,
  checked,
  tokenOf,
  type CallOptions,
  type Endpoint,
  type Session,
} from './endpoint.ts'
import type { Site } from './sites.ts'

const FileEntry = Type.Object({
  path: Type.String(),
  hash: Type.String(),
  size: Type.Optional(Type.Number()),
})

const list = {
  base: 'site',
  path: '/api/list',
  subject: 'other',
  // The older form of the answer is the array alone.
  answer: Type.Union([Type.Object({ files: Type.Array(FileEntry) }), Type.Array(FileEntry)]),
  expects: ['files'],
  repeat: 'safe',
  arrayAllowed: true,
} as const satisfies Endpoint

const upload = {
  base: 'site',
  path: '/api/upload',
  subject: 'upload',
  answer: Type.Object({}),
  expects: [],
  // The same bytes at the same path: sent twice, the site is as if sent once.
  repeat: 'safe',
} as const satisfies Endpoint

const remove = {
  base: 'site',
  path: '/api/remove',
  subject: 'other',
  answer: Type.Object({}),
  expects: [],
  repeat: 'safe',
} as const satisfies Endpoint

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
  /** Told of each file that the host has taken. */
  readonly onUploaded?: ((upload: Upload) => void) | undefined
}

type SiteAddress = Pick<Site, 'id' | 'host'>

/** The three endpoints of a site's files. */
export function fileCalls(session: Session, { atOnce }: { atOnce: number }) {
  const slot = limitConcurrency(atOnce)

  async function uploadNow(site: SiteAddress, { path, source }: Upload, options: UploadOptions) {
    const token = tokenOf(session, upload)
    const header = (name: string) => `${session.headerPrefix}${name}`
    const { size, hash } = source
    const success = await send(
      {
        question: { ...upload, endpoint: upload.path, file: path, secrets: [token] },
        url: baseOf(session, upload, site.host) + upload.path,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(size),
          accept: 'application/json',
          [header('token')]: token,
          [header('id')]: site.id,
          [header('path')]: encodeURIComponent(path),
          [header('hash')]: hash,
        },
        open: attempt =>
          checkedBody(source, {
            path,
            onBytes: sent => options.onProgress?.({ path, sent, size, attempt }),
          }),
        bytes: size,
        repeat: upload.repeat,
        signal: options.signal,
      },
      session.transport,
    )
    checked(upload, success)
  }

  async function uploadOne(site: SiteAddress, file: Upload, options: UploadOptions = {}) {
    checkUpload(file, session.largestFile)
    await slot(() => uploadNow(site, file, options))
  }

  return {
    /** Every file of a site. */
    async list(site: SiteAddress, options: CallOptions = {}): Promise<PublishedFile[]> {
      const fields = { id: site.id, version: listVersion }
      const answer = await ask(session, list, fields, { ...options, host: site.host })
      const files = Array.isArray(answer) ? answer : answer.files
      return files.map(({ path, hash, size }) => ({
        path,
        hash: hash.toLowerCase(),
        size: size ?? 0,
      }))
    },

    /**
     * Uploads one file, streaming; four at once in a client, however many are asked for.
     *
     * @throws TooLarge before anything is sent; HashMismatch, QuotaExceeded, SourceChanged
     */
    upload: uploadOne,

    /**
     * Uploads many files. All are checked before the first is sent. After a failure no other upload is
     * started; the failure is thrown when the running ones have ended.
     */
    async uploadAll(
      site: SiteAddress,
      files: readonly Upload[],
      options: UploadAllOptions = {},
    ): Promise<void> {
      for (const file of files) checkUpload(file, session.largestFile)
      const failures: unknown[] = []
      const one = async (file: Upload) => {
        if (failures.length > 0) return
        try {
          await uploadNow(site, file, options)
          options.onUploaded?.(file)
        } catch (error) {
          failures.push(error)
        }
      }
      await slot.map(files, one)
      if (failures.length > 0) throw failures[0]
    },

    /** Removes a file. That a repeat no longer finds it is a success. */
    async remove(site: SiteAddress, path: string, options: CallOptions = {}): Promise<void> {
      checkPath(path)
      const fields = { token: tokenOf(session, remove), id: site.id, path }
      let retried = false
      const transport = {
        ...session.transport,
        onRetry: (retry: Parameters<NonNullable<typeof session.transport.onRetry>>[0]) => {
          retried ||= retry.error.sent
          session.transport.onRetry?.(retry)
        },
      }
      try {
        const about = { ...options, host: site.host, file: path }
        await askOpenly({ ...session, transport }, remove, fields, about)
      } catch (error) {
        if (!(error instanceof NotFound) || !retried) throw error
      }
    },
  }
}

/** Throws for a file that no host would take, before a byte of it is sent. */
function checkUpload({ path, source }: Upload, largestFile: number): void {
  checkPath(path)
  if (source.size > largestFile)
    throw new TooLarge(
      `${JSON.stringify(path)} has ${source.size} bytes; a file may have ${largestFile}.`,
      { sent: false },
    )
}

function checkPath(path: string): void {
  const parts = path.split('/')
  const isBad = !path.isWellFormed() || path.includes('\0')
  if (isBad || parts.some(part => part === '' || part === '.' || part === '..'))
    throw new InvalidRequest(`${JSON.stringify(path.slice(0, 200))} is no path of a file.`, {
      sent: false,
    })
}
