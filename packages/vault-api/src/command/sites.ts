import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import limitConcurrency from 'p-limit'
import { SlugTaken } from '../errors.ts'
import type { Site } from '../endpoints/sites.ts'
import { checkPaths } from '../upload/paths.ts'
import { fileSource } from '../upload/source.ts'
import { connect, connectToSite, listSites } from './connect.ts'
import { UsageError, withHint, type Call, type Outcome } from './invocation.ts'
import { bytesText, columns, withProgressBar } from './terminal.ts'

export async function showSites(call: Call): Promise<Outcome> {
  const { client, signal } = await connect(call)
  const sites = await listSites(client, signal)
  return { data: { sites }, lines: columns(sites.map(row)) }
}

export async function createSite(call: Call<{ slug?: string }>): Promise<Outcome> {
  const { slug } = call.flags
  const { client, signal } = await connect(call)
  if (slug !== undefined) {
    const sites = await listSites(client, signal)
    const same = sites.find(site => site.slug === slug)
    if (same !== undefined)
      throw new SlugTaken(`The site ${same.id} of this account has this slug. None was made.`)
  }
  const site = await client.sites.create({ signal })
  if (slug === undefined) return outcomeOf(site)
  try {
    await client.sites.setSlug(site, slug, { signal })
  } catch (error) {
    throw withHint(
      error,
      `The site ${site.id} was made, but has no slug. Try another with: ` +
        `vault sites slug ${site.id} SLUG`,
    )
  }
  return outcomeOf({ ...site, slug })
}

/** `vault sites delete SITE`: says what would be gone; with `--yes` deletes it. */
export async function deleteSite(call: Call<{ yes?: boolean }>, name: string): Promise<Outcome> {
  const { client, site, signal } = await connectToSite(call, name)
  const { yes: doIt = false } = call.flags
  const files = await client.files.list(site, { signal })
  const what = `the site ${site.slug || site.id} with ${files.length} files`
  const data = { site: site.id, slug: site.slug, files: files.length, deleted: doIt }
  if (!doIt) return { data, lines: [`Would delete ${what}. Nothing was changed; say --yes.`] }
  await client.sites.delete(site, { signal })
  return { data, lines: [`Deleted ${what}.`] }
}

export async function giveSlug(call: Call, name: string, slug: string): Promise<Outcome> {
  const { client, site, signal } = await connectToSite(call, name)
  await client.sites.setSlug(site, slug, { signal })
  return outcomeOf({ ...site, slug })
}

function outcomeOf(site: Site): Outcome {
  return { data: site, lines: columns([row(site)]) }
}

function row({ id, slug, host }: Site): string[] {
  return [id, slug === '' ? '-' : slug, host]
}

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

export async function uploadFiles(call: Call<UploadFlags>, siteName: string, files: string[]) {
  const { flags } = call
  if (flags.as !== undefined && (files.length !== 1 || flags.into !== undefined))
    throw new UsageError('--as names one file, and does not go with --into.')
  const { client, site, signal } = await connectToSite(call, siteName)
  const uploads = await limitConcurrency(4).map(files, async file => uploadOf(file, flags, signal))
  const bytes = uploads.reduce((sum, { source }) => sum + source.size, 0)
  let uploaded = 0
  try {
    await withProgressBar(call, { files: uploads.length, bytes }, ({ onProgress, onDone }) =>
      client.files.uploadAll(site, uploads, {
        signal,
        onProgress,
        onUploaded: () => {
          uploaded += 1
          onDone()
        },
      }),
    )
  } catch (error) {
    throw withHint(error, `${uploaded} of ${uploads.length} files were uploaded.`)
  }
  const done = uploads.map(({ path, source: { size, hash } }) => ({ path, size, hash }))
  return {
    data: { site: site.id, uploaded: done },
    lines: done.map(({ path, size }) => `uploaded ${path}, ${bytesText(size)}`),
  }
}

async function uploadOf(file: string, { as, into = '' }: UploadFlags, signal: AbortSignal) {
  if (!(await stat(file)).isFile()) throw new UsageError(`${file} is not a file.`)
  const folder = into.replace(/(?<!\/)\/+$/, '')
  const path = as ?? (folder === '' ? basename(file) : `${folder}/${basename(file)}`)
  return { path: path.normalize('NFC'), source: await fileSource(file, { signal }) }
}

export async function removeFiles(call: Call, siteName: string, paths: string[]) {
  const { client, site, signal } = await connectToSite(call, siteName)
  checkPaths(paths)
  for (const [done, path] of paths.entries())
    await client.files.remove(site, path, { signal }).catch((error: unknown) => {
      throw withHint(error, `${done} of ${paths.length} files were removed.`)
    })
  return { data: { site: site.id, removed: paths }, lines: paths.map(path => `removed ${path}`) }
}
