import { wordingFor } from '@night-routine/wording'
import { assemble, readEmbeds, type Part } from '../../src/rendering/assemble.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'

export const mapOf = (paths: readonly string[]) =>
  siteMap(
    paths.map(path => ({ path })),
    '/s/x/',
  )

/** A page from left to right that shows nothing of other files. */
export const bare = { embeds: new Map(), rows: [], compare: () => 0, isRightToLeft: false }

type Around = Partial<Parameters<typeof assemble>[1]> & { language?: string }

export function readNote(text: string) {
  const note = renderNote(text)
  if (note === undefined) throw new Error('not rendered')
  return note
}

/** A note as it stands on a page, without what it embeds. */
export function html(
  text: string,
  { path = 'a.md', map = mapOf([path]), language = 'en', ...more }: Around = {},
): string {
  const place = { ...bare, path, map, wording: wordingFor(language), ...more }
  return assemble(readNote(text), place).trim()
}

/** The same with what it embeds of these files, by their path. */
export async function pageOf(
  text: string,
  { files = {}, path = 'a.md', ...around }: Around & { files?: Record<string, string> } = {},
): Promise<string> {
  const { map = mapOf([path, ...Object.keys(files)]) } = around
  const load = async (part: Part) =>
    renderNote(part.path === path ? text : (files[part.path] ?? ''), part.fragment)
  const deadline = new AbortController().signal
  const embeds = await readEmbeds(readNote(text), { path, map, load, deadline })
  return html(text, { path, ...around, map, embeds })
}
