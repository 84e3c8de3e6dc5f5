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
