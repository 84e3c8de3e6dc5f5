/** A note of a site, as other pages speak of it. */
export interface Note {
  path: string
  title: string
  address: string
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

/** The notes of a site as a tree, in the order that its owner gave or else by file name. */
export function siteTree(
  notes: readonly Note[],
  {
    ordering = [],
    hidden = [],
    home,
    addressOf,
  }: {
    ordering?: readonly string[]
    hidden?: readonly string[]
    /** The path of the first page, which comes first. */
    home?: string | undefined
    /** The address of a folder, from its path with a slash at the end. */
    addressOf: (folder: string) => string
  },
) {
  const root: Folder = { path: '', folders: new Map(), notes: [] }
  const shown = notes.filter(({ path }) => !hidden.some(one => isIn(path, one)))
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
    const folders = Array.from(folder.folders, ([name, inner]) => {
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
    // Arrays keep the order of equals: folders first, each by file name.
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

function isIn(path: string, hidden: string): boolean {
  const name = hidden.replace(/\/$/, '')
  return path === name || path === `${name}.md` || path.startsWith(`${name}/`)
}
