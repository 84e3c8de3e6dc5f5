import type { PublishedFile } from '../endpoints/files.ts'

/**
 * What a publisher has uploaded to a site: for each path the hashes it has uploaded, or was about to. Stored
 * outside the site and before the first upload, so that a killed run still
 * knows its own files.
 */
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

/** A file as it should be on the site. */
export type WantedFile = PublishedFile

/** What there is to do, and what is left alone; each sorted by path. */
export interface PublishSteps {
  /** Not on the site yet. */
  readonly add: readonly WantedFile[]
  /** On the site with another hash, put there by us. */
  readonly change: readonly WantedFile[]
  /** On the site with another hash, put there by somebody else. */
  readonly replace: readonly WantedFile[]
  /** No longer wanted. */
  readonly remove: readonly PublishedFile[]
  /** Not wanted, but put there by somebody else. */
  readonly keep: readonly PublishedFile[]
  readonly unchanged: readonly WantedFile[]
}

/**
 * Compares what is wanted with what is there, by hash alone. Removes only what the manifest says we put
 * there, unless told to remove what others put there as well.
 */
export function publishSteps({
  wanted,
  remote,
  manifest,
  removeOthers = false,
}: {
  wanted: readonly WantedFile[]
  remote: readonly PublishedFile[]
  manifest: Manifest
  removeOthers?: boolean
}): PublishSteps {
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
  const { add = [], change = [], replace = [], unchanged = [] } = steps
  return { add, change, replace, remove, keep, unchanged }
}

/** Every file that has to be uploaded. */
export function uploadsOf({ add, change, replace }: PublishSteps): WantedFile[] {
  return [...add, ...change, ...replace]
}

const fewRemovals = 10

/**
 * Whether so much would be removed that a wrong or empty folder is the likelier reason: everything, or
 * more than ten files and more than half of the site.
 */
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
