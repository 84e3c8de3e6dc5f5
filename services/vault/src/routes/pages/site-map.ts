/** Maps file paths to addresses, and links in notes to files. */
export interface SiteMap {
  /** The address of the page or file at a path. */
  addressOf(path: string): string
  /** The target of a link in a note; undefined if the site has no such file. */
  find(target: string, from: string): string | undefined
  /** The target of `[[words]]`: a path, or the name of a note in any folder. */
  findByName(name: string, from: string): string | undefined
}

const isNote = (path: string) => /\.md$/i.test(path)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Normalizes a path, because accents can be encoded in two ways. */
const plain = (path: string) => path.normalize('NFC')

/** Folds case as well. */
const loose = (path: string) => plain(path).toLowerCase()

/** The map of a site below `base`, which ends with a slash. */
export function siteMap(paths: readonly string[], base: string): SiteMap {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  const named = new Map<string, string>()
  // If several files match, the one nearest to the root wins.
  const shallowFirst = paths.toSorted((one, other) => depth(one) - depth(other))
  for (const path of shallowFirst) {
    keepFirst(exact, plain(path), path)
    keepFirst(folded, loose(path), path)
    keepFirst(named, loose(path.slice(folderOf(path).length)), path)
  }

  function look(path: string): string | undefined {
    const candidates = [path, `${path}.md`, `${path}/index.md`.replace(/^\//, '')]
    for (const candidate of candidates) {
      const found = exact.get(plain(candidate)) ?? folded.get(loose(candidate))
      if (found !== undefined) return found
    }
    return undefined
  }

  function find(target: string, from: string): string | undefined {
    const path = resolve(target, folderOf(from))
    return path === undefined ? undefined : look(path)
  }

  return {
    addressOf: path => base + pageOf(path).split('/').map(encodeURIComponent).join('/'),
    find,
    findByName: (name, from) =>
      find(`/${name}`, from) ??
      find(name, from) ??
      named.get(loose(name)) ??
      named.get(loose(`${name}.md`)),
  }
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
function resolve(target: string, folder: string): string | undefined {
  const names = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}
