import { lstat, open, readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import limitConcurrency from 'p-limit'
import { faultOf, refusePaths } from '../upload/paths.ts'

/** A file of the folder, and the path it gets on the site. */
export interface FolderFile {
  readonly path: string
  readonly file: string
  readonly size: number
}

export interface Skipped {
  readonly path: string
  readonly why: 'hidden' | 'link' | 'special' | NonNullable<ReturnType<typeof whyNot>>
}

export interface Choice {
  /** Only notes that say `publish: true`, and what `include` names. */
  readonly onlyFlagged?: boolean
  /** Globs of paths; where there are some, nothing else is taken. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/** Why a file is not meant; null where it is. A flag of `false` and an exclusion hold against all else. */
function whyNot(
  path: string,
  flag: boolean | null,
  { onlyFlagged = false, include = [], exclude = [] }: Choice,
) {
  const isIn = (globs: readonly string[]) => globs.some(glob => posix.matchesGlob(path, glob))
  if (flag === false) return 'publish: false'
  if (isIn(exclude)) return 'excluded'
  if (isIn(include)) return null
  if (onlyFlagged) return flag === true ? null : 'not flagged'
  return include.length > 0 ? 'not included' : null
}

/**
 * Every file below a folder, except hidden ones, notes that are kept back, and links, which may lead out of it.
 * A folder that cannot be read is an error: it must not look like an empty one.
 */
export async function readFolder(folder: string, choice: Choice = {}) {
  const files: FolderFile[] = []
  const faults: [path: string, fault: string | null][] = []
  const skipped: Skipped[] = []
  const found: [path: string, file: string][] = []

  async function descend(below: string): Promise<void> {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries) {
      const local = below === '' ? entry.name : `${below}/${entry.name}`
      // One spelling on every system: some file systems take composed letters apart.
      const path = local.normalize('NFC')
      // A name that is not UTF-8 cannot be opened by what is left of it.
      if (entry.name.includes('\uFFFD') && !(await lstat(join(folder, local)).catch(() => null)))
        faults.push([path, 'is not UTF-8'])
      else if (entry.name.startsWith('.')) skipped.push({ path, why: 'hidden' })
      else if (entry.isSymbolicLink()) skipped.push({ path, why: 'link' })
      else if (entry.isDirectory()) await descend(local)
      else if (!entry.isFile()) skipped.push({ path, why: 'special' })
      else found.push([path, join(folder, local)])
    }
  }

  async function take(path: string, file: string): Promise<void> {
    const isNote = path.toLowerCase().endsWith('.md')
    const flag = isNote ? flagOf(await readStart(file)) : null
    const why = whyNot(path, flag, choice)
    if (why !== null) skipped.push({ path, why })
    else files.push({ path, file, size: (await stat(file)).size })
  }

  await descend('')
  await limitConcurrency(8).map(found, async ([path, file]) => take(path, file))
  const paths = new Set<string>()
  for (const { path } of files) {
    faults.push([path, paths.has(path) ? 'is the name of two files' : faultOf(path)])
    paths.add(path)
  }
  refusePaths(faults)
  return { files, skipped }
}

/** The rest of a note need not be read. */
const longestFrontMatter = 16 * 1024

/** The beginning of a file, with all of its front matter. */
async function readStart(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestFrontMatter))
  return buffer.toString('utf8', 0, bytesRead)
}

const fence = /^---[ \t]*$/
const flag =
  /^["']?publish["']?[ \t]*:[ \t]*["']?(?:(?<no>false|no|off)|true|yes|on)["']?[ \t]*(?:#.*)?$/i

/** What a note says of `publish` in its front matter; null where it says nothing. */
export function flagOf(note: string): boolean | null {
  const [first = '', ...lines] = note.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex(line => fence.test(line))
  if (!fence.test(first) || end < 0) return null
  const said = lines.slice(0, end).flatMap(line => {
    const found = flag.exec(line)
    return found === null ? [] : [found.groups?.['no'] === undefined]
  })
  return said.length === 0 ? null : said.every(Boolean)
}
