import type { Target } from './pieces.ts'

export type SiteMap = ReturnType<typeof siteMap>

/** A file of a site, with the other names of a note. */
export interface Entry {
  path: string
  aliases?: readonly string[]
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Normalizes a path, because accents can be encoded in two ways. */
const plain = (path: string) => path.normalize('NFC')

const loose = (path: string) => plain(path).toLowerCase()

/** Maps the files of a site to addresses below `base`, which ends with a slash, and links in notes to files. */
export function siteMap(files: readonly Entry[], base: string) {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  const named = new Map<string, string>()
  const aliased = new Map<string, string>()
  // If several files match, the one nearest to the root wins.
  const depths = files.map(file => ({ ...file, depth: depth(file.path) }))
  for (const { path, aliases = [] } of depths.toSorted((one, other) => one.depth - other.depth)) {
    keepFirst(exact, plain(path), path)
    keepFirst(folded, loose(path), path)
    keepFirst(named, loose(path.slice(folderOf(path).length)), path)
    for (const alias of aliases) keepFirst(aliased, loose(alias), path)
  }

  function look(path: string): string | undefined {
    const candidates = [path, `${path}.md`, `${path}/index.md`.replace(/^\//, '')]
    for (const candidate of candidates) {
      const found = exact.get(plain(candidate)) ?? folded.get(loose(candidate))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The target of a link in a note; undefined if the site has no such file. */
  function find(target: string, from: string): string | undefined {
    const path = resolvePath(target, folderOf(from))
    return path === undefined ? undefined : look(path)
  }

  /** The target of `[[words]]`: a path, or the name or an alias of a note in any folder. */
  function findByName(name: string, from: string): string | undefined {
    return (
      find(`/${name}`, from) ??
      find(name, from) ??
      named.get(loose(name)) ??
      named.get(loose(`${name}.md`)) ??
      aliased.get(loose(name))
    )
  }

  /** The file that a link in a note leads to. */
  function resolve({ name, byName }: Target, from: string): string | undefined {
    return byName ? findByName(name, from) : find(name, from)
  }

  function addressOf(path: string): string {
    return base + pageOf(path).split('/').map(encodeURIComponent).join('/')
  }

  return { addressOf, find, resolve }
}

function keepFirst(map: Map<string, string>, key: string, path: string): void {
  if (!map.has(key)) map.set(key, path)
}

const depth = (path: string) => path.split('/').length

/** The address of a note has no `.md`, and `index.md` has the address of its folder. */
function pageOf(path: string): string {
  if (!isNote(path)) return path
  return path.replace(/\.md$/i, '').replace(/(^|\/)index$/, '$1')
}

/** Resolves a relative path in a note; undefined if it leaves the site. */
function resolvePath(target: string, folder: string): string | undefined {
  const names = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}

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

/** The name of a note: the last part of its path, or the folder for `index.md`. */
export function nameOf(path: string): string {
  const parts = path.replace(/\.md$/i, '').split('/')
  const name = parts.pop() ?? path
  return (name === 'index' ? parts.pop() : name) ?? 'Home'
}
