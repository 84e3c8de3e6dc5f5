import type { BoxKind } from './boxes.ts'
import { sign } from './comments.ts'

const mostNodes = 500

type Field = 'type' | 'x' | 'y' | 'text' | 'file' | 'subpath' | 'url' | 'label'
type Node = Partial<Record<Field, unknown>>

/** A canvas of the editor as a note, its cards from top to bottom, known by its content; undefined for any other file. */
export function canvasNote(content: string): string | undefined {
  const nodes = nodesOf(content)
  if (nodes === undefined) return undefined
  const cards = nodes
    .toSorted((one, other) => place(one.y) - place(other.y) || place(one.x) - place(other.x))
    .map(cardOf)
  return boxOf('canvas', cards, sourceOf(content))
}

/** A box with a list of what stands on cards, as Markdown. */
export function boxOf(kind: BoxKind, cards: readonly string[], end = ''): string {
  const list = cards
    .filter(card => card !== '')
    .slice(0, mostNodes)
    .map(card => `- ${card.replaceAll('\n', '\n  ')}`)
  const title = `<p class="box-title"><span class="box-kind ${kind}"></span></p>`
  return `<div class="box">\n${title}\n\n${list.join('\n')}\n\n${end}</div>\n`
}

/** The source, which has the arrows between cards. With a comment in it it stays hidden, as its file does. */
function sourceOf(content: string): string {
  if (content.includes(sign)) return ''
  const source = content
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .trim()
  const summary = '<summary><span class="box-kind source"></span></summary>'
  return `<details>\n${summary}\n\n<pre><code>${source}</code></pre>\n\n</details>\n`
}

function nodesOf(content: string): Node[] | undefined {
  try {
    const found: { nodes?: unknown } | null = JSON.parse(content.replace(/^\uFEFF/, ''))
    return Array.isArray(found?.nodes) ? found.nodes.filter(isNode) : undefined
  } catch {
    return undefined
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const place = (value: unknown) => (typeof value === 'number' ? value : 0)

function cardOf({ type, text, file, subpath, url, label }: Node): string {
  if (type === 'text') return textOf(text)
  // Without a scheme, Markdown would take it for HTML.
  if (type === 'link') return URL.canParse(textOf(url)) ? `<${textOf(url)}>` : textOf(url)
  if (type === 'group') return textOf(label) && `**${textOf(label)}**`
  const path = type === 'file' ? textOf(file) : ''
  return path && `[[${path.replace(/\.md$/i, '')}${textOf(subpath)}]]`
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD').trim()
    : ''
}
