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

/** The notes of a site, which are in order, as a tree; what its owner put in another order comes first. */
export function siteTree(
  notes: readonly Note[],
  {
    ordering = [],
    hidden = [],
    home,
    compare,
    addressOf,
  }: {
    ordering?: readonly string[]
    hidden?: readonly string[]
    /** The path of the first page, which comes first. */
    home?: string | undefined
    /** The order of the names of folders. */
    compare: (one: string, other: string) => number
    /** The address of a folder, from its path with a slash at the end. */
    addressOf: (folder: string) => string
  },
) {
  const root: Folder = { path: '', folders: new Map(), notes: [] }
  const shown = notes.filter(({ path }) => !isHiddenIn(hidden, path))
  for (const note of shown) {
    let folder = root
    for (const name of note.path.split('/').slice(0, -1)) {
      const path = `${folder.path}${name}/`
      const next = folder.folders.get(name) ?? { path, folders: new Map(), notes: [] }
      folder.folders.set(name, next)
      folder = next
    }
    folder.notes.push(note)
  }
  const ranks = new Map(ordering.map((path, rank) => [path.replace(/\/$/, ''), rank]))
  const rankOf = (path: string) =>
    path === home || /\/index\.md$/i.test(path)
      ? -1
      : (ranks.get(path) ?? ranks.get(path.replace(/\.md$/i, '')) ?? Infinity)

  function nodesOf(folder: Folder, page: string): Node[] {
    const inOrder = [...folder.folders].toSorted(([one], [other]) => compare(one, other))
    const folders = inOrder.map(([name, inner]) => {
      const open = page.startsWith(inner.path)
      const children = open || shown.length <= smallSite ? nodesOf(inner, page) : []
      const address = addressOf(inner.path)
      return { path: inner.path.slice(0, -1), name, address, current: false, open, children }
    })
    const leaves = folder.notes.map(({ path, title, address }) => ({
      path,
      name: title,
      address,
      current: path === page,
      open: false,
      children: [],
    }))
    // Arrays keep the order of equals: folders first, each by what it shows.
    const all = [...folders, ...leaves].toSorted((one, other) => {
      const [first, second] = [rankOf(one.path), rankOf(other.path)]
      return first === second ? 0 : first - second
    })
    return around(
      all,
      all.findIndex(({ current, open }) => current || open),
    )
  }

  return (page: string): Node[] => nodesOf(root, page)
}

/** The part of a long folder in which the page is. */
function around<Kind>(nodes: readonly Kind[], at: number): Kind[] {
  const start = Math.max(0, Math.min(at - mostInFolder / 2, nodes.length - mostInFolder))
  return nodes.slice(start, start + mostInFolder)
}

/** Whether the owner hides a note from the navigation. */
export function isHiddenIn(hidden: readonly string[], path: string): boolean {
  return hidden.some(one => isIn(path, one))
}

function isIn(path: string, hidden: string): boolean {
  const name = hidden.replace(/\/$/, '')
  return path === name || path === `${name}.md` || path.startsWith(`${name}/`)
}

/** The folders that a note is in, for people. */
export function folderText(path: string): string {
  return path.split('/').slice(0, -1).join(' › ')
}
