const fence = /^---[ \t]*$/
const flag =
  /^["']?publish["']?[ \t]*:[ \t]*["']?(?:(?<no>false|no|off)|true|yes|on)["']?[ \t]*(?:#.*)?$/i

/**
 * What a note says of `publish` in its front matter; null where it says nothing. A note that somebody marked
 * `publish: false` is not published, whatever folder it lies in.
 */
export function flagOf(note: string): boolean | null {
  const [first = '', ...lines] = note.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex(line => fence.test(line))
  if (!fence.test(first) || end < 0) return null
  const said = lines.slice(0, end).flatMap(line => flag.exec(line) ?? [])
  if (said.length === 0) return null
  return !lines.slice(0, end).some(line => flag.exec(line)?.groups?.['no'] !== undefined)
}
