const fence = /^---[ \t]*$/
const flag = /^["']?publish["']?[ \t]*:[ \t]*["']?(?:false|no|off)["']?[ \t]*(?:#.*)?$/i

/**
 * Whether a note says `publish: false` in its front matter. A note that somebody marked so is not
 * published, whatever folder it lies in.
 */
export function isKeptBack(note: string): boolean {
  const [first = '', ...lines] = note.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex(line => fence.test(line))
  if (!fence.test(first) || end < 0) return false
  return lines.slice(0, end).some(line => flag.test(line))
}
