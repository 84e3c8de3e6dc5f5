import { isPicture } from './files.ts'
import { fold } from './lexemes.ts'
import { targetOf } from './links.ts'
import type { Piece, Target } from './pieces.ts'

const mostLinks = 5_000
/** Longer than any name of a file; PostgreSQL can index no more than 2,700 bytes. */
const longestKey = 200
const longestDescription = 200

/** What a note links to or shows, each once, whatever part of it is meant. */
export function linksOf(pieces: readonly Piece[]): Target[] {
  const found = new Map<string, Target>()
  for (const piece of pieces) {
    const target = targetIn(piece)
    if (target === undefined || target.name === '') continue
    const whole = { name: target.name, byName: target.byName, fragment: '' }
    found.set(JSON.stringify(whole), whole)
    if (found.size === mostLinks) break
  }
  return [...found.values()]
}

function targetIn(piece: Piece): Target | undefined {
  if (typeof piece === 'string') return undefined
  if ('link' in piece) return piece.link
  return 'embed' in piece ? piece.embed : undefined
}

/** What a link to a path can have in common with it, however it is written: the last part, folded. */
export function linkKey(path: string): string {
  const last = path.split('/').findLast(Boolean) ?? ''
  return fold(last.replace(/\.md$/i, '')).slice(0, longestKey).toWellFormed()
}

/** The keys of every link that can lead to a note. */
export function keysOf({ path, aliases }: { path: string; aliases: readonly string[] }): string[] {
  const folder = path.split('/').at(-2) ?? ''
  // The note of a folder is also found by the folder, and from below it.
  const ofFolder = /(?:^|\/)(?:index|readme)\.md$/i.test(path) ? [folder, '', '.', '..'] : []
  return [...new Set([path, ...aliases, ...ofFolder].map(linkKey))]
}

/** The picture for previews: the one that the front matter names, or the first. */
export function imageOf(property: string, pieces: readonly Piece[]): Target | undefined {
  const [, linked = property] = /^!?\[\[([^\]|#]+)/.exec(property) ?? []
  const named = linked && targetOf(`wikilink:${encodeURIComponent(linked.trim())}`)
  if (named && isPicture(named.name)) return named
  const first = pieces.find(
    piece => typeof piece !== 'string' && 'embed' in piece && isPicture(piece.embed.name),
  )
  return targetIn(first ?? '')
}

/** A description for previews, on one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (line.length <= longestDescription) return line.toWellFormed()
  const cut = line.slice(0, longestDescription)
  // Scripts without spaces are cut anywhere.
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > longestDescription / 2 ? end : undefined).replace(/[\ud800-\udbff]$/, '')}…`
}
