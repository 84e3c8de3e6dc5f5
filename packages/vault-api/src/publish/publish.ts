import type { VaultClient } from '../client.ts'
import type { PublishedFile, UploadAllOptions } from '../endpoints/files.ts'
import type { SiteAddress } from '../endpoints/sites.ts'
import { NotAsPublished, NotFound } from '../errors.ts'
import type { UploadSource } from '../upload/source.ts'
import { settled, uploadsOf, withIntent, type Manifest, type PublishSteps } from './steps.ts'

export interface PublishOptions extends UploadAllOptions {
  readonly manifest: Manifest
  /** Stores the manifest for the next run. */
  readonly saveManifest: (manifest: Manifest) => Promise<void>
  readonly sourceOf: (path: string) => UploadSource
}

/**
 * Carries out the steps: uploads, removes, then lists the site and compares. After a crash or failure at any
 * point, the next run continues from what the site has.
 * @throws NotAsPublished if the site differs from what was uploaded
 */
export async function publish(
  { files }: Pick<VaultClient, 'files'>,
  site: SiteAddress,
  steps: PublishSteps,
  options: PublishOptions,
): Promise<void> {
  const { signal } = options
  const uploads = uploadsOf(steps)
  if (uploads.length === 0 && steps.remove.length === 0) return

  const intended = withIntent(options.manifest, uploads)
  await options.saveManifest(intended)
  const sources = uploads.map(({ path }) => ({ path, source: options.sourceOf(path) }))
  await files.uploadAll(site, sources, options)
  for (const { path } of steps.remove) {
    try {
      await files.remove(site, path, { signal })
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof NotFound)) throw error
    }
  }

  const remote = await files.list(site, { signal })
  await options.saveManifest(settled(intended, remote))
  const wrong = notAsWanted(steps, remote)
  if (wrong.length === 0) return
  const some = wrong.slice(0, 5).map(path => JSON.stringify(path))
  throw new NotAsPublished(
    `After publishing, ${wrong.length} of the site's files are not as they should be: ` +
      `${some.join(', ')}.`,
    { sent: true },
  )
}

/** The paths that a site shows otherwise than the steps left them. */
export function notAsWanted(steps: PublishSteps, remote: readonly PublishedFile[]): string[] {
  const there = new Map(remote.map(({ path, hash }) => [path, hash]))
  const wanted = [...uploadsOf(steps), ...steps.unchanged]
  const missing = wanted.filter(({ path, hash }) => there.get(path) !== hash)
  const left = steps.remove.filter(({ path }) => there.has(path))
  return [...missing, ...left].map(({ path }) => path)
}
