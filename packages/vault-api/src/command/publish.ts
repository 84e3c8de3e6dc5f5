import { InvalidArgumentError } from 'commander'
import limitConcurrency from 'p-limit'
import { usualLargestFile } from '../client.ts'
import { QuotaExceeded, TooLarge } from '../errors.ts'
import { readFolder, type Choice, type FolderFile, type Skipped } from '../publish/read-folder.ts'
import {
  publish,
  publishSteps,
  removesTooMuch,
  uploadsOf,
  type PublishSteps,
} from '../publish/publish.ts'
import { fileSource } from '../upload/source.ts'
import { connectToSite } from './connect.ts'
import { UsageError, withHint, type Call, type Outcome } from './invocation.ts'
import { manifestFile, readManifest, writeManifest } from './stored.ts'
import { bytesText, shown, withProgressBar } from './terminal.ts'

interface PublishFlags extends Choice {
  readonly site: string
  readonly yes?: boolean
  readonly removeOthers?: boolean
  readonly removeMany?: boolean
  readonly manifest?: string
  readonly quota?: number
}

/** `vault publish DIR --site SITE`: shows what would change; with `--yes` makes the site so. */
export async function publishFolder(call: Call<PublishFlags>, folder: string): Promise<Outcome> {
  const { invocation, flags } = call
  const { files, skipped } = await readFolder(folder, flags)
  checkFileSizes(files)
  const { client, service, site, signal } = await connectToSite(call, flags.site)
  const uploads = await limitConcurrency(8).map(files, async ({ path, file }) => ({
    path,
    source: await fileSource(file, { signal }),
  }))
  const sources = new Map(uploads.map(({ path, source }) => [path, source]))

  const whose = { service: service.main, site: site.id }
  const manifestPath = flags.manifest ?? manifestFile(invocation, whose)
  const manifest = await readManifest(manifestPath, whose)
  const remote = await client.files.list(site, { signal })
  const wanted = uploads.map(({ path, source: { hash, size } }) => ({ path, hash, size }))
  const { removeOthers = false, yes: doIt = false } = flags
  const steps = publishSteps({ wanted, remote, manifest, removeOthers })
  checkSiteSize(steps, flags.quota)
  const about = { skipped, site: site.id, address: site.url ?? '', published: doIt }
  const outcome = report(steps, about)
  if (!doIt) return outcome
  if (removesTooMuch(steps) && flags.removeMany !== true)
    throw new UsageError(
      `This would remove ${steps.remove.length} files, most of the site. Nothing was changed. ` +
        'If that is meant, say --remove-many.',
    )

  const done = { uploaded: 0, removed: 0 }
  const toDo = uploadsOf(steps)
  try {
    const work = { files: toDo.length + steps.remove.length, bytes: bytesOf(toDo) }
    await withProgressBar(call, work, ({ onProgress, onDone }) =>
      publish(client, site, steps, {
        signal,
        manifest,
        saveManifest: async kept => writeManifest(manifestPath, whose, kept),
        sourceOf: path => sources.get(path) ?? never(path),
        onProgress,
        onUploaded: () => {
          done.uploaded += 1
          onDone()
        },
        onRemoved: () => {
          done.removed += 1
          onDone()
        },
      }),
    )
  } catch (error) {
    throw withHint(error, howFar(done, steps))
  }
  return outcome
}

/** How far a publish came that was stopped. What is on the site already is not sent again. */
function howFar(done: { uploaded: number; removed: number }, steps: PublishSteps): string {
  const removals =
    steps.remove.length === 0 ? '' : `, ${done.removed} of ${steps.remove.length} removed`
  return (
    `${done.uploaded} of ${uploadsOf(steps).length} files were uploaded${removals}. ` +
    'Run the command again to continue from there.'
  )
}

function named(sign: string, list: readonly { path: string }[], note = ''): string[] {
  return list.map(({ path }) => `${sign} ${shown(path)}${note}`)
}

function report(
  steps: PublishSteps,
  about: { skipped: readonly Skipped[]; site: string; address: string; published: boolean },
): Outcome {
  const { add, change, replace, remove, keep, unchanged } = steps
  const bytes = bytesOf(uploadsOf(steps))
  const sum =
    `${add.length} new, ${change.length + replace.length} changed, ${remove.length} removed, ` +
    `${unchanged.length} unchanged, ${bytesText(bytes)} ${about.published ? 'uploaded' : 'to upload'}`
  return {
    data: { ...about, ...steps, unchanged: unchanged.length, bytes },
    lines: [
      ...named('+', add),
      ...named('~', change),
      ...named('~', replace, ' (put there by somebody else)'),
      ...named('-', remove),
      ...named('?', keep, ' (put there by somebody else; kept)'),
      ...about.skipped.map(({ path, why }) => `  ${shown(path)} (skipped: ${why})`),
      about.published
        ? `Published: ${sum}.`
        : `Would publish: ${sum}. Nothing was changed; say --yes.`,
      ...(about.address === '' ? [] : [`The site is at ${about.address}`]),
    ],
  }
}

function bytesOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function never(path: string): never {
  throw new Error(`${path} was not read`)
}

/** What the services of this kind give a site: 4 GiB. */
const usualQuota = 4 * 1024 ** 3

/** Names all files that are too large at once, before anything is read or sent. @throws TooLarge */
function checkFileSizes(files: readonly FolderFile[]): void {
  const large = files.filter(({ size }) => size > usualLargestFile)
  if (large.length === 0) return
  const names = large.map(({ path, size }) => `${JSON.stringify(path)} (${size})`)
  throw new TooLarge(
    `A file may have ${usualLargestFile} bytes. Larger: ${names.join(', ')}. ` +
      'Nothing was changed.',
  )
}

/** Counts what is no longer wanted as well, because it goes last. @throws QuotaExceeded */
function checkSiteSize(steps: PublishSteps, quota: number = usualQuota): void {
  const { add, change, replace, remove, keep, unchanged } = steps
  const bytes = bytesOf([...add, ...change, ...replace, ...remove, ...keep, ...unchanged])
  if (bytes <= quota || add.length + change.length + replace.length === 0) return
  throw new QuotaExceeded(
    `A site may have ${bytesText(quota)}, and would have ${bytesText(bytes)}. Nothing was changed. ` +
      'If the service gives more, say so with --quota.',
  )
}

/** Reads `--quota`. @throws InvalidArgumentError for what is no number of megabytes */
export function megabytes(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number === 0)
    throw new InvalidArgumentError('It is megabytes, as in 500.')
  return number * 1_000_000
}
