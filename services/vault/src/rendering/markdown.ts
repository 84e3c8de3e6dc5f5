import type { Token } from 'markdown-it'
import { imageOf, linksOf, shortened } from './around.ts'
import { isBase } from './bases.ts'
import { canvasNote } from './canvas.ts'
import { drawingIn } from './drawings.ts'
import { splitNote, type Split } from './front-matter.ts'
import { headingsOf } from './headings.ts'
import type { ReadNote } from './pieces.ts'
import { sanitize } from './sanitize.ts'
import { sectionOf, withoutIds } from './sections.ts'
import { markdown } from './syntax.ts'
import { tagsOf, withoutTags } from './tags.ts'
import { plainText, textOf } from './words.ts'

const fence = '`'.repeat(12)

/**
 * Renders a note to safe HTML, in which only what depends on the site is open. Inside of another note, `part` is the id
 * of what is wanted of it, empty for all; undefined if the note has no such part.
 */
export function renderNote(text: string, part?: string): ReadNote | undefined {
  const note = isBase(text) ? `${fence}base\n${text}\n${fence}` : text
  const split = splitNote(canvasNote(text) ?? note.replaceAll('\0', '\uFFFD'))
  const drawing = split.isDrawing ? drawingIn(split.body) : undefined
  if (drawing === undefined) return render(split, part)
  const box = render({ ...splitNote(''), body: drawing.box }, part === undefined ? part : '')
  // The name of an element, too, means all of the drawing.
  const own = render({ ...split, body: drawing.own }, part === undefined ? part : '')
  if (box === undefined || own === undefined) return undefined
  const words = [box.text, own.text].filter(Boolean).join('\n')
  return { ...own, drawing: box.pieces, links: [...own.links, ...box.links], text: words }
}

function render(split: Split, part: string | undefined): ReadNote | undefined {
  const { body, title: named, aliases, language, date, permalink } = split
  const all = markdown.parse(body, { properties: split.properties })
  const found = part ? sectionOf(all, part) : all
  if (found === undefined) return undefined
  const id = part?.includes('#') ? found[0]?.attrGet('id') : undefined
  const tokens = part === undefined ? found : withoutIds(found)
  const start = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  const title = named || (start === -1 ? '' : plainText(tokens[start + 1]?.children ?? []))
  const pieces = sanitize(markdown.renderer.render(tokens, markdown.options, {}))
  const description = shortened(split.description || firstParagraph(tokens))
  const image = imageOf(split.image, pieces)
  return {
    ...(title !== '' && { title }),
    aliases,
    ...(language !== '' && { language }),
    hasHeading: start !== -1,
    ...(id && { id: String(id) }),
    headings: headingsOf(tokens, start),
    pieces,
    tags: tagsOf(split.tags, tokens),
    ...(description !== '' && { description }),
    ...(image !== undefined && { image }),
    ...(date !== '' && { date }),
    ...(permalink !== '' && { permalink }),
    ...(Object.keys(split.properties).length > 0 && { properties: split.properties }),
    links: linksOf(pieces),
    text: tokens.map(textOf).filter(Boolean).join('\n').toWellFormed(),
  }
}

/** The words of the first paragraph that has any besides tags. */
function firstParagraph(tokens: readonly Token[]): string {
  const found = tokens.find(
    ({ type, level, children }, at) =>
      type === 'inline' &&
      level === 1 &&
      tokens[at - 1]?.type === 'paragraph_open' &&
      plainText(withoutTags(children ?? [])) !== '',
  )
  return plainText(found?.children ?? [])
}
