/** A note of a site, as other pages speak of it. */
export interface Note {
  path: string
  title: string
  address: string
  /** As in 2026-11-21: its own, or that of its upload. */
  date: string
}

/** A note or a folder in the navigation. */
export interface Node {
  name: string
  address: string
  /** Whether it is the page itself. */
  current: boolean
  /** Whether a folder is open: the page is in it. */
  open: boolean
  /** What a folder shows; empty for a note, and for a folder that is only a link. */
  children: Node[]
}

/** Sites with more notes show only the folders around the page. */
const smallSite = 200
/** Notes and folders that one folder shows at once. */
const mostInFolder = 100

interface Folder {
  path: string
  folders: Map<string, Folder>
  notes: Note[]
}

type Entry = { path: string } & ({ note: Note } | { name: string; folder: Folder })

interface TreeOptions {
  ordering: readonly string[]
  hidden: readonly string[]
  /** The path of the first page, which comes first. */
  home: string | undefined
  /** The order of the names of folders. */
  compare: (one: string, other: string) => number
  /** The address of a folder, from its path with a slash at the end. */
  addressOf: (folder: string) => string
}

/** The notes of a site, which are in order, as a tree; what its owner put in another order comes first. */
export function siteTree(notes: readonly Note[], options: TreeOptions) {
  const { ordering, hidden, home, compare, addressOf } = options
  const root: Folder = { path: '', folders: new Map(), notes: [] }
  const shown = notes.filter(({ path }) => !isHiddenIn(hidden, path))
  for (const note of shown) {
    let folder = root
    for (const name of note.path.split('/').slice(0, -1)) {
      const path = `${folder.path}${name}/`
      const none = () => ({ path, folders: new Map(), notes: [] })
      folder = folder.folders.getOrInsertComputed(name, none)
    }
    folder.notes.push(note)
  }
  const ranks = new Map(ordering.map((path, rank) => [path.replace(/\/$/, ''), rank]))
  const rankOf = (path: string) =>
    path === home || /\/index\.md$/i.test(path)
      ? -1
      : (ranks.get(path) ?? ranks.get(path.replace(/\.md$/i, '')) ?? Infinity)

  /** What is in a folder: first the folders, then the notes, unless the owner put them in another order. */
  function entriesOf({ folders, notes: own }: Folder): Entry[] {
    const inner = [...folders]
      .toSorted(([one], [other]) => compare(one, other))
      .map(([name, folder]) => ({ path: folder.path.slice(0, -1), name, folder }))
    // Arrays keep the order of equals.
    return [...inner, ...own.map(note => ({ path: note.path, note }))].toSorted((one, other) => {
      const [first, second] = [rankOf(one.path), rankOf(other.path)]
      return first === second ? 0 : first - second
    })
  }

  function nodesOf(parent: Folder, page: string): Node[] {
    const all = entriesOf(parent).map((entry): Node => {
      if ('note' in entry) {
        const { path, title, address } = entry.note
        return { name: title, address, current: path === page, open: false, children: [] }
      }
      const { name, folder } = entry
      const open = page.startsWith(folder.path)
      const children = open || shown.length <= smallSite ? nodesOf(folder, page) : []
      return { name, address: addressOf(folder.path), current: false, open, children }
    })
    // Of a long folder the part in which the page is.
    const at = all.findIndex(({ current, open }) => current || open)
    const start = Math.max(0, Math.min(at - mostInFolder / 2, all.length - mostInFolder))
    return all.slice(start, start + mostInFolder)
  }

  const notesOf = (folder: Folder): Note[] =>
    entriesOf(folder).flatMap(entry => ('note' in entry ? [entry.note] : notesOf(entry.folder)))

  return {
    /** What the navigation of a page shows. */
    nodes: (page: string): Node[] => nodesOf(root, page),
    /** Every note that is not hidden, from the top of the tree to its end. */
    notes: () => notesOf(root),
  }
}

/** Whether the owner hides a note from the navigation. */
export function isHiddenIn(hidden: readonly string[], path: string): boolean {
  return hidden
    .map(one => one.replace(/\/$/, ''))
    .some(name => path === name || path === `${name}.md` || path.startsWith(`${name}/`))
}

/** The folders that a note is in, for people. */
export function folderText(path: string): string {
  return path.split('/').slice(0, -1).join(' › ')
}

/** The paths of the folders above a page, the outermost first; the note or the list of a folder stands for the folder. */
export function foldersAbove(path: string): string[] {
  const names = path.replace(/(?<=^|\/)(?:index|readme)\.md$/i, '').split('/')
  const depth = Math.max(0, names.length - (names.at(-1) === '' ? 2 : 1))
  return names.slice(0, depth).map((_name, at) => `${names.slice(0, at + 1).join('/')}/`)
}
