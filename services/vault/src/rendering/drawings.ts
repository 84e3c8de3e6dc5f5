import { boxOf } from './canvas.ts'

/** Where the Excalidraw plugin's part of a note starts, and what follows the texts of the drawing in it. */
const start = /^#{1,2} (?:Excalidraw Data|Text Elements|Drawing)[ \t]*$/m
const afterTexts = /^(?:%%|#{1,2} (?:Element Links|Embedded [Ff]iles|Drawing)[ \t]*$)/m

/** Each text ends with the id of its element. */
const textEnd = /[ \t]\^[\w-]{8,}[ \t]*(?:\n|$)/

/** A note that is a drawing: what its author wrote above it, and a box with its texts. Undefined for other notes. */
export function drawingIn(body: string): { own: string; box: string } | undefined {
  const lines = body.replaceAll('\r\n', '\n')
  const at = lines.search(start)
  if (at === -1) return undefined
  const [, after = ''] = lines.slice(at).split(/^#{1,2} Text Elements[ \t]*$/m, 2)
  const [texts = ''] = after.split(afterTexts, 1)
  const own = lines.slice(0, at).replace(/^==⚠.*$/m, '')
  return { own, box: boxOf('drawing', texts.split(textEnd).map(plain)) }
}

/** A text of a drawing as it is read there, where only links are more than letters. */
function plain(text: string): string {
  return text
    .replaceAll(/\[\[[^[\]\n]+\]\]|[!-/:-@[-`{-~]/g, found =>
      found.length > 1 ? found : `\\${found}`,
    )
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')
}
