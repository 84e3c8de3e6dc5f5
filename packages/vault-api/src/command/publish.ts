import limitConcurrency from 'p-limit'
import { publish } from '../publish/publish.ts'
import { readFolder, type FolderFile, type Skipped } from '../publish/read-folder.ts'
import { publishSteps, removesTooMuch, uploadsOf, type PublishSteps } from '../publish/steps.ts'
import { fileSource, type UploadSource } from '../upload/source.ts'
import { bytesText, shown } from './columns.ts'
import { connect, findSite } from './connect.ts'
import { UsageError, type Call, type Outcome } from './invocation.ts'
import { manifestFile, readManifest, writeManifest } from './manifest-file.ts'
import { progressBar } from './progress.ts'
import { checkFileSizes, checkSiteSize } from './size-limits.ts'

export interface PublishFlags {
  readonly site: string
  readonly yes?: boolean
  readonly removeOthers?: boolean
  readonly removeMany?: boolean
  readonly manifest?: string
  readonly onlyFlagged?: boolean
  readonly include?: string[]
  readonly exclude?: string[]
  /** The bytes that the site may have. */
  readonly quota?: number
}

/** `vault publish DIR --site SITE`: shows what would change; with `--yes` makes the site so. */
export async function publishFolder(call: Call<PublishFlags>, folder: string): Promise<Outcome> {
  const { invocation, flags } = call
  const { signal } = invocation
  const { onlyFlagged = false, include = [], exclude = [] } = flags
  const { files, skipped } = await readFolder(folder, { onlyFlagged, include, exclude })
  checkFileSizes(files)
  const { client, service } = await connect(call)
  const site = await findSite(client, flags.site, signal)
  const sources = await hashAll(files, signal)

  const whose = { service: service.main, site: site.id }
  const manifestPath = flags.manifest ?? manifestFile(invocation, whose)
  const manifest = await readManifest(manifestPath, whose)
  const remote = await client.files.list(site, { signal })
  const wanted = [...sources].map(([path, { hash, size }]) => ({ path, hash, size }))
  const steps = publishSteps({
    wanted,
    remote,
    manifest,
    removeOthers: flags.removeOthers ?? false,
  })
  checkSiteSize(steps, flags.quota)
  const doIt = flags.yes ?? false
  const about = { skipped, site: site.id, address: site.url ?? '', published: doIt }
  const outcome = told(steps, about)
  if (!doIt) return outcome
  if (removesTooMuch(steps) && flags.removeMany !== true)
    throw new UsageError(
      `This would remove ${steps.remove.length} files, most of the site. Nothing was changed. ` +
        'If that is meant, say --remove-many.',
    )

  const bar = await progressBar(call, bytesOf(steps))
  try {
    await publish(client, site, steps, {
      signal,
      manifest,
      saveManifest: async kept => writeManifest(manifestPath, whose, kept),
      sourceOf: path => sources.get(path) ?? never(path),
      onProgress: bar.onProgress,
    })
  } finally {
    bar.stop()
  }
  return outcome
}

async function hashAll(files: readonly FolderFile[], signal: AbortSignal) {
  const slot = limitConcurrency(4)
  const hashed = await slot.map(files, async ({ path, file }): Promise<[string, UploadSource]> => [
    path,
    await fileSource(file, { signal }),
  ])
  return new Map(hashed)
}

function named(sign: string, list: readonly { path: string }[], note = ''): string[] {
  return list.map(({ path }) => `${sign} ${shown(path)}${note}`)
}

function told(
  steps: PublishSteps,
  about: { skipped: readonly Skipped[]; site: string; address: string; published: boolean },
): Outcome {
  const { add, change, replace, remove, keep, unchanged } = steps
  const sum =
    `${add.length} new, ${change.length + replace.length} changed, ${remove.length} removed, ` +
    `${unchanged.length} unchanged, ${bytesText(bytesOf(steps))} ${about.published ? 'uploaded' : 'to upload'}`
  return {
    data: {
      ...about,
      add,
      change,
      replace,
      remove,
      keep,
      unchanged: unchanged.length,
      bytes: bytesOf(steps),
    },
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

function bytesOf(steps: PublishSteps): number {
  return uploadsOf(steps).reduce((sum, { size }) => sum + size, 0)
}

function never(path: string): never {
  throw new Error(`${path} was not read`)
}
