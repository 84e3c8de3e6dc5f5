import type { Target } from './pieces.ts'

export type SiteMap = ReturnType<typeof siteMap>

/** A file of a site, with the other names of a note. */
export interface Entry {
  path: string
  aliases?: readonly string[]
  /** In bytes. */
  size?: number
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Normalizes a path, because accents and spaces can be encoded in two ways. */
const plain = (path: string) => path.normalize('NFC').replaceAll(/[\u00A0\u202F]/g, ' ')

const loose = (path: string) => plain(path).toLowerCase()

/** What the Excalidraw plugin exports, best first. */
const exported = ['.svg', '.png', '.light.svg', '.light.png', '.dark.svg', '.dark.png']

/** Names in a path. Deeper files are found by their whole path only. */
const deepest = 32

/** Maps the files of a site to addresses below `base`, which ends with a slash, and links in notes to files. */
export function siteMap(files: readonly Entry[], base: string) {
  const exact = new Map<string, string>()
  const folded = new Map<string, string>()
  /** The files whose path ends in these names, the shortest path first. */
  const endings = new Map<string, string[]>()
  const aliased = new Map<string, string>()
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const folders = new Map([['', '']])
  const shortestFirst = files.toSorted(
    (one, other) =>
      one.path.length - other.path.length ||
      (one.path < other.path ? -1 : Number(one.path > other.path)),
  )
  for (const { path, aliases = [] } of shortestFirst) {
    exact.getOrInsert(plain(path), path)
    folded.getOrInsert(loose(path), path)
    for (const ending of endingsOf(loose(path)))
      endings.getOrInsertComputed(ending, () => []).push(path)
    if (isNote(path))
      for (const folder of foldersOf(path)) folders.getOrInsert(loose(folder), folder)
    for (const alias of aliases) aliased.getOrInsert(loose(alias), path)
  }
  /** Of the files whose path ends in these names, the first below each folder. */
  const nearest = new Map<string, Map<string, string>>()

  const fileAt = (path: string) => exact.get(plain(path)) ?? folded.get(loose(path))
  const look = (path: string) => fileAt(path) ?? fileAt(`${path}.md`)
  const lookInFolder = (path: string) => look(`${path}/index.md`.replace(/^\//, ''))

  /** The target of a path in a note; undefined if the site has no such file. */
  function find(target: string, from: string): string | undefined {
    const path = resolvePath(target, folderOf(from))
    return path === undefined ? undefined : (look(path) ?? lookInFolder(path))
  }

  /** Of several files whose path ends in these names, one below the folder of the note, or else the shortest path. */
  function findNearest(names: string, from: string): string | undefined {
    const key = loose(names)
    const found = endings.get(key)
    if (found === undefined || found.length === 1) return found?.[0]
    const below = nearest.getOrInsertComputed(key, () => firstBelow(found))
    return below.get(folderOf(from)) ?? found[0]
  }

  /** The target of `[[words]]` as the editor finds it: a path, or the nearest end of one; also an alias or a folder. */
  function findByName(name: string, from: string): string | undefined {
    if (/^\.{0,2}\//.test(name)) return find(name, from) ?? findFolder(name, from)
    const path = resolvePath(`/${name}`, '')
    if (path === undefined) return undefined
    return (
      look(path) ??
      findNearest(path, from) ??
      findNearest(`${path}.md`, from) ??
      aliased.get(loose(name)) ??
      lookInFolder(path) ??
      find(name, from) ??
      findFolder(name, from) ??
      findFolder(`/${name}`, from)
    )
  }

  /** The page of a folder without its own note. */
  function findFolder(name: string, from: string): string | undefined {
    const path = resolvePath(name, folderOf(from))
    const folder = path === undefined ? undefined : folders.get(loose(path))
    return folder === undefined ? undefined : `${folder}/index.md`.replace(/^\//, '')
  }

  /** The file that a link in a note leads to; for a folder without its own note, the `index.md` that it could have. */
  function resolve({ name, byName, subpath }: Target, from: string): string | undefined {
    if (name === '') return from
    const [path = '', query] = byName ? [name] : name.split('?', 2)
    const found = findAny(name, byName, from)
    if (found !== undefined) return found
    if (query !== undefined && path !== '') return findAny(path, byName, from)
    // A name may hold the sign that starts a fragment.
    return subpath === undefined ? undefined : findAny(`${name}#${subpath}`, byName, from)
  }

  function findAny(name: string, byName: boolean, from: string): string | undefined {
    return (byName ? undefined : find(name, from)) ?? findByName(name, from)
  }

  /** The address of a note has no `.md`, unless that is the address of another file. */
  function addressOf(path: string): string {
    const page = pageOf(path)
    const folderNote = /(?:^|\/)$/.test(page) ? plain(`${page}index.md`) : plain(path)
    const isTaken =
      page !== path &&
      (exact.has(plain(page)) || (folderNote !== plain(path) && exact.has(folderNote)))
    return base + (isTaken ? path : page).split('/').map(encodeURIComponent).join('/')
  }

  /** The page of a tag. It is a query of the first page, like the search, because any path could be that of a file. */
  function addressOfTag(tag: string): string {
    return `${base}?tag=${encodeURIComponent(tag)}`
  }

  /** The paths to try for an address, as the site has them: `Index.md` is the note of its folder, too. */
  function pathsAt(address: string, indexFile: string): string[] {
    return pathsOf(address, indexFile).map(path => {
      const found = fileAt(path)
      return found?.startsWith(address) ? found : path
    })
  }

  /** What is at an address that differs in capitals; for a folder, the `index.md` that it could have. */
  function findFolded(address: string): string | undefined {
    const name = address.replace(/\/$/, '')
    if (name === '') return undefined
    const file = (name === address ? look(name) : undefined) ?? lookInFolder(name)
    const folder = folders.get(loose(name))
    return file ?? (folder === undefined ? undefined : `${folder}/index.md`)
  }

  /** The exported picture beside a drawing. */
  function pictureOf(drawing: string): string | undefined {
    const name = drawing.replace(/\.md$/i, '')
    return [name, name.replace(/\.excalidraw$/i, '')]
      .flatMap(start => exported.map(ending => start + ending))
      .map(fileAt)
      .find(path => path !== undefined)
  }

  const sizeOf = (path: string) => sizes.get(path)

  return { addressOf, addressOfTag, find, findFolded, pathsAt, pictureOf, resolve, sizeOf }
}

/** For each folder, the first of these files that is below it. */
function firstBelow(paths: readonly string[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const path of paths)
    for (const folder of foldersOf(path)) first.getOrInsert(`${folder}/`, path)
  return first
}

/** `c`, `b/c` and `a/b/c` for `a/b/c`. */
function endingsOf(path: string): string[] {
  const names = path.split('/').slice(1).slice(-deepest)
  return [path, ...names.map((_name, at) => names.slice(at).join('/'))]
}

/** `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1).slice(0, deepest)
  return names.map((_name, at) => names.slice(0, at + 1).join('/'))
}

/** The address of a note has no `.md`, and `index.md` has the address of its folder. */
function pageOf(path: string): string {
  if (!path.endsWith('.md')) return path
  return path.replace(/(?<=[^/])\.md$/, '').replace(/(^|\/)index$/i, '$1')
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
function pathsOf(address: string, indexFile: string): string[] {
  if (address === '')
    return [...(indexFile === '' ? [] : [indexFile, `${indexFile}.md`]), 'index.md', 'README.md']
  if (address.endsWith('/')) return [`${address}index.md`, `${address}README.md`]
  return [address, `${address}.md`]
}

/** Notes, and canvases and bases of the editor, are rendered; other files are sent unchanged. */
export function isNote(path: string): boolean {
  return /\.(?:md|canvas|base)$/i.test(path)
}

/** Whether the Excalidraw plugin calls a file so. Other notes say in their front matter that they are drawings. */
export function isDrawing(path: string): boolean {
  return /\.excalidraw(?:\.md)?$/i.test(path)
}

/** The name of a note: the last part of its path, or the folder for `index.md`. */
export function nameOf(path: string): string {
  const parts = path.replace(/(?:\.excalidraw)?\.(?:md|canvas|base)$/i, '').split('/')
  const name = parts.pop() ?? path
  return (name.toLowerCase() === 'index' ? parts.pop() : name) ?? 'Home'
}
