import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import limitConcurrency from 'p-limit'
import type { Upload } from '../endpoints/files.ts'
import { fileSource } from '../upload/source.ts'
import { connectToSite } from './connect.ts'
import { UsageError, type Call, type Outcome } from './invocation.ts'
import { bytesText, columns, withProgressBar } from './terminal.ts'

/** `vault files list SITE` */
export async function listFiles(call: Call, siteName: string): Promise<Outcome> {
  const { client, site, signal } = await connectToSite(call, siteName)
  const files = await client.files.list(site, { signal })
  return {
    data: { site: site.id, files },
    lines: columns(files.map(({ path, size, hash }) => [hash.slice(0, 12), bytesText(size), path])),
  }
}

interface UploadFlags {
  readonly as?: string
  readonly into?: string
}

/** `vault files upload SITE FILE...` */
export async function uploadFiles(
  call: Call<UploadFlags>,
  siteName: string,
  files: readonly string[],
): Promise<Outcome> {
  const { flags } = call
  if (flags.as !== undefined && (files.length !== 1 || flags.into !== undefined))
    throw new UsageError('--as names one file, and does not go with --into.')
  const { client, site, signal } = await connectToSite(call, siteName)
  const uploads = await limitConcurrency(4).map(files, async file => uploadOf(file, flags, signal))
  const bytes = uploads.reduce((sum, { source }) => sum + source.size, 0)
  await withProgressBar(call, bytes, onProgress =>
    client.files.uploadAll(site, uploads, { signal, onProgress }),
  )
  const done = uploads.map(({ path, source: { size, hash } }) => ({ path, size, hash }))
  return {
    data: { site: site.id, uploaded: done },
    lines: done.map(({ path, size }) => `uploaded ${path}, ${bytesText(size)}`),
  }
}

async function uploadOf(
  file: string,
  { as, into = '' }: UploadFlags,
  signal: AbortSignal,
): Promise<Upload> {
  if (!(await stat(file)).isFile()) throw new UsageError(`${file} is not a file.`)
  const folder = into.replace(/\/+$/, '')
  const path = as ?? (folder === '' ? basename(file) : `${folder}/${basename(file)}`)
  return { path: path.normalize('NFC'), source: await fileSource(file, { signal }) }
}

/** `vault files remove SITE PATH...` */
export async function removeFiles(
  call: Call,
  siteName: string,
  paths: readonly string[],
): Promise<Outcome> {
  const { client, site, signal } = await connectToSite(call, siteName)
  for (const path of paths) await client.files.remove(site, path, { signal })
  return {
    data: { site: site.id, removed: paths },
    lines: paths.map(path => `removed ${path}`),
  }
}
