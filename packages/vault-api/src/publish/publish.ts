import type { VaultClient } from '../client.ts'
import type { PublishedFile, RemoveAllOptions, UploadAllOptions } from '../endpoints/files.ts'
import type { SiteAddress } from '../endpoints/sites.ts'
import { NotAsPublished } from '../errors.ts'
import { checkPaths } from '../upload/paths.ts'
import type { UploadSource } from '../upload/source.ts'

/** By path, the hashes that were uploaded or about to be: stored first, so that a killed run knows its own files. */
export type Manifest = ReadonlyMap<string, readonly string[]>

/** Whether we uploaded a file of the site, and it has not been replaced since. */
export function isOurs(manifest: Manifest, file: Pick<PublishedFile, 'path' | 'hash'>): boolean {
  return manifest.get(file.path)?.includes(file.hash) ?? false
}

/** The manifest with hashes that are about to be put there. */
export function withIntent(
  manifest: Manifest,
  files: Iterable<Pick<PublishedFile, 'path' | 'hash'>>,
): Manifest {
  const intended = new Map(manifest)
  for (const { path, hash } of files)
    intended.set(path, [...new Set([...(intended.get(path) ?? []), hash])])
  return intended
}

/** The manifest without what is no longer on the site as we put it there. */
export function settled(manifest: Manifest, remote: readonly PublishedFile[]): Manifest {
  const ours = remote.filter(file => isOurs(manifest, file))
  return new Map(ours.map(({ path, hash }) => [path, [hash]]))
}

/** What there is to do, and what is left alone; each sorted by path. */
export type PublishSteps = Readonly<ReturnType<typeof publishSteps>>

/** Compares by hash alone. Removes only what the manifest says we put there, unless `removeOthers`. */
export function publishSteps(compared: {
  wanted: readonly PublishedFile[]
  remote: readonly PublishedFile[]
  manifest: Manifest
  removeOthers?: boolean
}) {
  const { wanted, remote, manifest, removeOthers = false } = compared
  const there = new Map(remote.map(file => [file.path, file]))
  const wantedPaths = new Set(wanted.map(({ path }) => path))
  const steps = Object.groupBy(wanted.toSorted(byPath), ({ path, hash }) => {
    const present = there.get(path)
    if (present === undefined) return 'add'
    if (present.hash === hash) return 'unchanged'
    return isOurs(manifest, present) ? 'change' : 'replace'
  })
  const unwanted = remote.filter(({ path }) => !wantedPaths.has(path)).toSorted(byPath)
  const { remove = [], keep = [] } = Object.groupBy(unwanted, file =>
    removeOthers || isOurs(manifest, file) ? 'remove' : 'keep',
  )
  return {
    /** Not on the site yet. */
    add: steps.add ?? [],
    /** On the site with another hash, put there by us. */
    change: steps.change ?? [],
    /** On the site with another hash, put there by somebody else. */
    replace: steps.replace ?? [],
    /** No longer wanted. */
    remove,
    /** Not wanted, but put there by somebody else. */
    keep,
    unchanged: steps.unchanged ?? [],
  }
}

export function uploadsOf({ add, change, replace }: PublishSteps): PublishedFile[] {
  return [...add, ...change, ...replace]
}

const fewRemovals = 10

/** Whether everything would be removed, or over ten files and half of the site: the folder may be a wrong one. */
export function removesTooMuch(steps: PublishSteps): boolean {
  const removed = steps.remove.length
  const staying = steps.unchanged.length + steps.change.length + steps.replace.length
  if (removed === 0) return false
  if (staying + steps.add.length === 0) return true
  return removed > fewRemovals && removed > staying + steps.keep.length
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path)
}

export interface PublishOptions extends UploadAllOptions, RemoveAllOptions {
  readonly manifest: Manifest
  /** Stores the manifest for the next run. */
  readonly saveManifest: (manifest: Manifest) => Promise<void>
  readonly sourceOf: (path: string) => UploadSource
}

/** Uploads, removes, then lists the site and compares; a rerun continues. @throws NotAsPublished if the site differs */
export async function publish(
  { files }: Pick<VaultClient, 'files'>,
  site: SiteAddress,
  steps: PublishSteps,
  options: PublishOptions,
): Promise<void> {
  const { signal } = options
  const uploads = uploadsOf(steps)
  if (uploads.length === 0 && steps.remove.length === 0) return

  checkPaths(uploads.map(({ path }) => path))
  const intended = withIntent(options.manifest, uploads)
  await options.saveManifest(intended)
  const sources = uploads.map(({ path }) => ({ path, source: options.sourceOf(path) }))
  await files.uploadAll(site, sources, options)
  const removals = steps.remove.map(({ path }) => path)
  await files.removeAll(site, removals, { signal, onRemoved: options.onRemoved })

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
