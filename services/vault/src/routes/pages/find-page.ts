/** The paths to try for an address, best first. */
export function pathsOf(address: string, indexFile: string): string[] {
  if (address === '')
    return [...(indexFile === '' ? [] : [indexFile, `${indexFile}.md`]), 'index.md', 'README.md']
  if (address.endsWith('/')) return [`${address}index.md`, `${address}README.md`]
  return [address, `${address}.md`]
}

/** Notes are rendered; other files are sent unchanged. */
export function isNote(path: string): boolean {
  return /\.md$/i.test(path)
}

/** The notes below an address, by their relative names; without the address itself. */
export function notesBelow(
  paths: readonly string[],
  folder: string,
): { path: string; name: string }[] {
  return paths
    .filter(path => isNote(path) && path.startsWith(folder))
    .map(path => ({ path, name: path.slice(folder.length).replace(/\.md$/i, '') }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
