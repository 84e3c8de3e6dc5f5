/** Addresses within a site: from paths of files to links, and back from what a note says. */
export interface SiteMap {
  /** Where the page of a path is, or the file. */
  addressOf(path: string): string
  /** What a link in a note leads to; undefined when the site has no such file. */
  find(target: string, from: string): string | undefined
  /** What `[[words]]` mean: a path, or the name of a note anywhere. */
  findByName(name: string, from: string): string | undefined
}

const isNote = (path: string) => /\.md$/i.test(path)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** How paths are compared: accents may be encoded in two ways. */
const plain = (path: string) => path.normalize('NFC')

/** What is written without care for large and small letters. */
const loose = (path: string) => plain(path).toLowerCase()

/** The map of a site whose pages begin at `base`, which ends with a slash. */
export function siteMap(paths: readonly string[], base: string): SiteMap {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  const named = new Map<string, string>()
  // Where several files fit, the one nearest to the top is meant.
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

/** Notes have pages without `.md`, and the note of a folder has the folder's. */
function pageOf(path: string): string {
  if (!isNote(path)) return path
  return path.replace(/\.md$/i, '').replace(/(^|\/)index$/, '$1')
}

/** A path in a note as a path in the site; undefined when it leads out. */
function resolve(target: string, folder: string): string | undefined {
  const names = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}
