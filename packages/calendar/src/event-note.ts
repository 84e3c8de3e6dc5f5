import { createHash } from 'node:crypto'
import { behindName } from '@night-routine/wording'
import type { RemoteEvent } from './port.ts'

/** Leaves room for our own lines within the provider's limit for a description. */
const longestNote = 4000

// A browser's editor turns our link into `<a href="…#night">…#night</a>`.
const endOfLink = /#night(?:"[^>]*>[^<]*<\/a>)?/u

/**
 * What a person added to an event: after the name in its title, and below our lines in its description.
 * Without our link, the whole description is theirs. Null when they added nothing.
 */
export function noteOf({ summary, description }: Pick<RemoteEvent, 'summary' | 'description'>) {
  const { below } = partsOf(description)
  const title = behindName(summary)
  const note = [...(below.includes(title) ? [] : [title]), below].filter(Boolean).join('\n\n')
  return Array.from(note).slice(0, longestNote).join('') || null
}

/** Stored on the event with each write, so that later edits of our lines are noticed. */
export function linesHash(lines: string): string {
  return createHash('sha256').update(lines).digest('base64url')
}

/**
 * Whether a person edited our lines of the description, so that the next write would lose their text.
 * False without our link: then the whole description is theirs, and is kept.
 */
export function hasChangedLines(event: Pick<RemoteEvent, 'description' | 'properties'>): boolean {
  const { ours } = partsOf(event.description)
  const { lines } = event.properties
  return ours !== null && lines !== undefined && linesHash(ours) !== lines
}

function partsOf(description: string): { ours: string | null; below: string } {
  const link = endOfLink.exec(description)
  if (link === null) return { ours: null, below: description.trim() }
  const end = link.index + link[0].length
  return {
    ours: plainText(description.slice(0, end)),
    below: withoutBreaks(description.slice(end)),
  }
}

function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/giu, '\n')
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function withoutBreaks(text: string): string {
  return text.replace(/^(?:\s|<br\s*\/?>)+/iu, '').trimEnd()
}
