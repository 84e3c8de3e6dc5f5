import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import limitConcurrency from 'p-limit'
import type { Upload } from '../endpoints/files.ts'
import { fileSource } from '../upload/source.ts'
import { bytesText, columns } from './columns.ts'
import { connect, findSite } from './connect.ts'
import { UsageError, type Call, type Outcome } from './invocation.ts'
import { progressBar } from './progress.ts'

/** `vault files list SITE` */
export async function listFiles(call: Call, siteName: string): Promise<Outcome> {
  const { signal } = call.invocation
  const { client } = await connect(call)
  const site = await findSite(client, siteName, signal)
  const files = await client.files.list(site, { signal })
  return {
    data: { site: site.id, files },
    lines: columns(files.map(({ path, size, hash }) => [hash.slice(0, 12), bytesText(size), path])),
  }
}

/** `vault files upload SITE FILE...` */
export async function uploadFiles(
  call: Call<{ as?: string; into?: string }>,
  siteName: string,
  files: readonly string[],
): Promise<Outcome> {
  const { invocation, flags } = call
  const { signal } = invocation
  if (flags.as !== undefined && (files.length !== 1 || flags.into !== undefined))
    throw new UsageError('--as names one file, and does not go with --into.')
  const { client } = await connect(call)
  const site = await findSite(client, siteName, signal)
  const uploads = await limitConcurrency(4).map(files, async file => uploadOf(file, flags, signal))
  const bar = await progressBar(
    call,
    uploads.reduce((sum, { source }) => sum + source.size, 0),
  )
  try {
    await client.files.uploadAll(site, uploads, { signal, onProgress: bar.onProgress })
  } finally {
    bar.stop()
  }
  const done = uploads.map(({ path, source: { size, hash } }) => ({ path, size, hash }))
  return {
    data: { site: site.id, uploaded: done },
    lines: done.map(({ path, size }) => `uploaded ${path}, ${bytesText(size)}`),
  }
}

async function uploadOf(
  file: string,
  { as, into = '' }: { as?: string; into?: string },
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
  const { signal } = call.invocation
  const { client } = await connect(call)
  const site = await findSite(client, siteName, signal)
  for (const path of paths) await client.files.remove(site, path, { signal })
  return {
    data: { site: site.id, removed: paths },
    lines: paths.map(path => `removed ${path}`),
  }
}
