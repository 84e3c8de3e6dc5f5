import { createHash } from 'node:crypto'
import { behindName } from '@night-routine/wording'
import type { RemoteEvent } from './port.ts'

/** More would not fit into a description at the provider, beside our own lines. */
const longestNote = 4000

// A browser's editor turns our link into `<a href="…#night">…#night</a>`.
const endOfLink = /#night(?:"[^>]*>[^<]*<\/a>)?/u

/**
 * What a person added to an event: behind the name in its title, and below our lines in its description.
 * A description without our link is all theirs. Null where there is nothing.
 */
export function noteOf({
  summary,
  description,
}: Pick<RemoteEvent, 'summary' | 'description'>): string | null {
  const { below } = partsOf(description)
  const title = behindName(summary)
  const note = [...(below.includes(title) ? [] : [title]), below].filter(Boolean).join('\n\n')
  return Array.from(note).slice(0, longestNote).join('') || null
}

/** What each of our writes leaves on the event, so that a change of our lines is seen later. */
export function linesHash(lines: string): string {
  return createHash('sha256').update(lines).digest('base64url')
}

/**
 * Whether a person changed our lines of the description, so that the next write would lose their text.
 * False where the link is gone: then all of it is theirs, and kept.
 */
export function hasChangedLines({
  description,
  properties,
}: Pick<RemoteEvent, 'description' | 'properties'>): boolean {
  const { ours } = partsOf(description)
  const { lines } = properties
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
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function withoutBreaks(text: string): string {
  return text.replace(/^(?:\s|<br\s*\/?>)+/iu, '').trimEnd()
}
