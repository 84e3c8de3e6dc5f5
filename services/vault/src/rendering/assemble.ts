import { escapeXml } from '@night-routine/service'
import { wordingFor, type Wording } from '@night-routine/wording'
import { passed } from './deadline.ts'
import { directionOfLanguage, isLeftToRight } from './direction.ts'
import { baseHtml, type Rows } from './bases.ts'
import { fileOf, hashOf } from './files.ts'
import type { Embed, Piece, RenderedNote, Target } from './pieces.ts'
import { isDrawing, isNote, nameOf, type SiteMap } from './site-map.ts'

/** How deep notes may stand in notes, and how many on a page. */
const deepest = 3
const mostEmbeds = 60
/** Characters; beyond it embedded notes become links. */
const longestPage = 2_000_000

/** A note that stands in another: the path, and the id of what is wanted of it. */
export interface Part {
  path: string
  fragment: string
}

/** The embedded notes of a page, by `keyOf`. */
export type Embeds = ReadonlyMap<string, RenderedNote>

interface EmbedSource {
  path: string
  map: SiteMap
  load: (part: Part) => Promise<RenderedNote | undefined>
  deadline: AbortSignal
}

export const keyOf = ({ path, fragment }: Part) => `${path}#${fragment}`

/** Reads the notes that stand in a note, and those in them. What is missing, late or too deep becomes a link. */
export async function readEmbeds(
  note: RenderedNote,
  { path, map, load, deadline }: EmbedSource,
): Promise<Embeds> {
  const embeds = new Map<string, RenderedNote>()
  const late = passed(deadline)
  let level = [{ note, path }]
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: typeof level = []
    for (const one of level)
      for (const { isLink, ...part } of partsOf(one.note, one.path, map)) {
        if (embeds.has(keyOf(part)) || embeds.size >= mostEmbeds || deadline.aborted) continue
        const found = await Promise.race([load(part), late])
        if (found === undefined || found === 'late') continue
        embeds.set(keyOf(part), found)
        if (!isLink) next.push({ note: found, path: part.path })
      }
    level = next
  }
  return embeds
}

/** What a note shows of others. Of `#Top#Nested` in a link, only the other note knows which heading is meant. */
function partsOf({ pieces }: RenderedNote, from: string, map: SiteMap) {
  const parts = pieces.flatMap(piece => {
    if (typeof piece === 'string') return []
    const isLink = 'link' in piece
    if (!isLink && !('embed' in piece)) return []
    const target = isLink ? piece.link : piece.embed
    if (isLink ? !target.fragment.includes('#') : !piece.asBlock) return []
    const path = map.resolve(target, from)
    return path === undefined || !isNote(path) ? [] : [{ path, fragment: target.fragment, isLink }]
  })
  // Of many, a reader misses what is shown more than the exact place of a link.
  return parts.toSorted((one, other) => Number(one.isLink) - Number(other.isLink))
}

/** Where a note is shown, with what it may show. */
interface Place extends Rows {
  path: string
  map: SiteMap
  wording: Wording
  embeds: Embeds
  /** Whether the site is written from right to left. */
  isRightToLeft: boolean
}

/** The HTML of a note on a page of its site. A note without a language speaks that of `wording`. */
export function assemble(
  note: RenderedNote,
  { path, map, wording, embeds, rows, compare, isRightToLeft }: Place,
): string {
  let length = 0

  function join(
    { pieces, drawing, language }: RenderedNote,
    from: string,
    { above, wording: outer, isRightToLeft: outside }: Around,
  ): string {
    const own = language === undefined ? ltrIn(pieces, outside) : directionOfLanguage(language)
    const around = {
      above,
      wording: language === undefined ? outer : wordingFor(language),
      isRightToLeft: own === undefined ? outside : own === 'rtl',
    }
    const picture = drawing && map.pictureOf(from)
    const drawn = picture ? [pictureOf(from, picture, around.wording)] : (drawing ?? [])
    const html = [...drawn, ...pieces].map(piece => htmlOf(piece, from, around)).join('')
    length += html.length
    // Screen readers would otherwise use the language of the layout.
    const named = language === undefined ? '' : ` lang="${language}"`
    const direction = own && (own === 'rtl' || outside) ? ` dir="${own}"` : ''
    return named + direction === '' ? html : `<div${named}${direction}>\n${html}</div>\n`
  }

  function pictureOf(drawing: string, picture: string, around: Wording): string {
    const embed = { name: picture, byName: false, fragment: '' }
    const piece = { embed, label: nameOf(drawing), asBlock: false }
    return `<p>${fileOf(piece, picture, { map, wording: around })}</p>\n`
  }

  function htmlOf(piece: Piece, from: string, around: Around): string {
    if (typeof piece === 'string') return piece
    if ('say' in piece)
      return `aria-label="${escapeXml(around.wording.say(`vault.spoken.${piece.say}`))}"`
    if ('base' in piece)
      return baseHtml(piece.base, { rows, compare, map, wording: around.wording })
    if ('svg' in piece) {
      const label = escapeXml(around.wording.say('vault.spoken.diagram'))
      return `<div class="scroll diagram" tabindex="0" role="group" aria-label="${label}">\n${piece.svg}\n</div>`
    }
    if ('own' in piece) return escapeXml(nameOf(from))
    if ('box' in piece) return escapeXml(around.wording.say(`vault.box.${piece.box}`))
    if ('tag' in piece) return `href="${escapeXml(map.addressOfTag(piece.tag))}"`
    if ('link' in piece) {
      const address = addressOf(piece.link, from)
      return address === undefined ? 'class="missing"' : `href="${escapeXml(address)}"`
    }
    return embedOf(piece, from, around)
  }

  function embedOf(piece: Embed, from: string, around: Around): string {
    const found = map.resolve(piece.embed, from)
    // What was lifted out of a paragraph is not always a note.
    const [start, end] = piece.asBlock ? ['<p>', '</p>\n'] : ['', '']
    if (found === undefined)
      return `${start}<span class="missing">${escapeXml(piece.label || piece.embed.name)}</span>${end}`
    const key = keyOf({ path: found, fragment: piece.embed.fragment })
    const inner = piece.asBlock ? embeds.get(key) : undefined
    const picture = isDrawing(found) || inner?.drawing ? map.pictureOf(found) : undefined
    if (picture !== undefined || !isNote(found))
      return start + fileOf(piece, picture ?? found, { map, wording: around.wording }) + end
    const link = `<a href="${escapeXml(addressOf(piece.embed, from) ?? '')}">${escapeXml(piece.label)}</a>`
    const { above } = around
    const isOpen = above.includes(key) || above.length > deepest || length > longestPage
    if (inner === undefined || isOpen || holdsItself(inner, found, key)) return start + link + end
    const html = join(inner, found, { ...around, above: [...above, key] })
    // Of the note itself, a reader needs no link.
    const source = piece.embed.name === '' ? '' : `<p class="embed-source">${link}</p>\n`
    return `<div class="embed">\n${source}${html}</div>\n`
  }

  /** Whether a part of a note shows that part. */
  function holdsItself({ pieces }: RenderedNote, from: string, key: string): boolean {
    return pieces.some(piece => {
      if (typeof piece === 'string' || !('embed' in piece)) return false
      const shown = map.resolve(piece.embed, from)
      return shown !== undefined && keyOf({ path: shown, fragment: piece.embed.fragment }) === key
    })
  }

  function addressOf(target: Target, from: string): string | undefined {
    const found = map.resolve(target, from)
    if (found === undefined) return undefined
    if (!isNote(found)) return map.addressOf(found) + hashOf(target)
    const { fragment } = target
    const id = fragment.includes('#')
      ? (embeds.get(keyOf({ path: found, fragment }))?.id ?? fragment.split('#').at(-1))
      : fragment
    const hash = id ? `#${encodeURIComponent(id)}` : ''
    return target.name === '' && from === path ? hash : map.addressOf(found) + hash
  }

  return join(note, path, { above: [keyOf({ path, fragment: '' })], wording, isRightToLeft })
}

/** The direction of a note without a language in one from right to left: its blocks may have none. */
function ltrIn(pieces: readonly Piece[], isRightToLeft: boolean): 'ltr' | undefined {
  if (!isRightToLeft) return undefined
  const html = pieces.filter(piece => typeof piece === 'string').join('')
  return isLeftToRight(html) ? 'ltr' : undefined
}

/** The notes and parts that a piece stands in, by key, and what the innermost of them says. */
interface Around {
  above: readonly string[]
  wording: Wording
  isRightToLeft: boolean
}
