/** The brackets that give a node its shape, longest first. */
const shapes: [open: string, closes: string[]][] = [
  ['(((', [')))']],
  ['([', ['])']],
  ['((', ['))']],
  ['[[', [']]']],
  ['[(', [')]']],
  ['[/', ['\\]', '/]']],
  ['[\\', ['/]', '\\]']],
  ['{{', ['}}']],
  ['[', [']']],
  ['(', [')']],
  ['{', ['}']],
  ['>', [']']],
]
const name = /\s*([\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*)\s*/uy
const style = /\s*(?::::[\w-]+)?\s*/y
const plainArrow = /(<?)(-{2,}>|-{3,}|-\.+->?|={2,}>|={3,})\s*(?:\|([^|]*)\|)?/y
const openArrow = /(<?)(--(?![ox] )|-\.|==)/y
const closeArrow = /[-=.]+>?/y
/** What ends the text in an arrow that begins so. */
const closings: Record<string, string[]> = {
  '--': ['-->', '---'],
  '-.': ['.-'],
  '==': ['==>', '==='],
}

/** A node or a group, with the shape and the text that it has there, or what stands between. */
type Part = string | { id: string; shape: string; isGroup?: boolean }

/**
 * A flowchart as the library reads it, which shows the first text of a node instead of the last and leaves out what it
 * does not know, so that a wrong picture would look right. @throws Error for what cannot be read here
 */
export function plainFlowchart(lines: readonly string[]): string {
  const header = /^(?:graph|flowchart)(?:\s+(TD|TB|LR|BT|RL))?\s*(?:;(.*))?$/.exec(lines[0] ?? '')
  if (header === null) throw new Error('no flowchart')
  const [, direction = 'TB', rest = ''] = header
  const statements = [rest, ...lines.slice(1)].flatMap(statementsIn)
  const shapeOf = new Map<string, string>()
  const groups = new Set<string>()
  for (const part of statements.flat()) {
    if (typeof part === 'string') continue
    if (part.isGroup) groups.add(part.id)
    else if (part.shape !== '') shapeOf.set(part.id, part.shape)
  }
  const numbers = new Map<string, number>()
  const print = (part: Part) => {
    if (typeof part === 'string') return part
    const { id, shape } = part
    const isKnown = numbers.has(id)
    if (!isKnown) numbers.set(id, numbers.size)
    const number = `n${numbers.get(id)}`
    // With its shape again, a node also stands in the group around it.
    if (groups.has(id) || (isKnown && shape === '')) return number
    return number + (shapeOf.get(id) ?? `[${hide(id)}]`)
  }
  const printed = statements.map(parts => parts.map(print).join(''))
  return [`flowchart ${direction}`, ...printed].join('\n')
}

function statementsIn(written: string): Part[][] {
  const line = written.trim().replace(/;$/, '')
  if (line === '' || line.startsWith('class ')) return []
  if (/^(?:end|direction (?:TD|TB|LR|BT|RL))$/.test(line)) return [[line]]
  if (!line.startsWith('subgraph ')) return chainsIn(line)
  const group = line.slice('subgraph '.length).trim()
  const [, id = group, title = group] = /^([^\s["]+)\s*\[(.+)\]$/.exec(group) ?? []
  return [
    ['subgraph ', { id: id.replaceAll('"', ''), shape: '', isGroup: true }, ` [${hide(title)}]`],
  ]
}

/** `A --> B & C`, and what follows a semicolon. */
function chainsIn(line: string): Part[][] {
  let at = 0
  const read = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(line)
    if (found !== null) at = form.lastIndex
    return found
  }

  function nodeParts(): Part[] {
    const [, id] = read(name) ?? []
    if (id === undefined) throw new Error('no node')
    const shape = readShape()
    read(style)
    const node = { id, shape }
    if (line[at] !== '&') return [node]
    at += 1
    return [node, ' & ', ...nodeParts()]
  }

  function readShape(): string {
    const [open, closes = []] = shapes.find(([start]) => line.startsWith(start, at)) ?? []
    if (open === undefined) return ''
    const start = at + open.length
    const quote = line[start] === '"' ? '"' : ''
    const ends = closes
      .map(close => ({ close, end: line.indexOf(quote + close, start + quote.length) }))
      .filter(({ end }) => end !== -1)
      .toSorted((one, other) => one.end - other.end)
    const [first] = ends
    if (first === undefined) throw new Error('no end of a text')
    at = first.end + quote.length + first.close.length
    const text = hide(line.slice(start, first.end + quote.length))
    // The library draws no leaning boxes.
    return open[1] === first.close[0] && '/\\'.includes(first.close[0] ?? '')
      ? `[${text}]`
      : open + text + first.close
  }

  /** The parts of `-- text -->`, as those of `-->|text|`. */
  function labelledArrow(): string[] {
    const [all = '', start = '', open = ''] = read(openArrow) ?? []
    const places = (closings[open] ?? [])
      .map(close => line.indexOf(close, at))
      .filter(end => end !== -1)
    if (places.length === 0) throw new Error('no arrow')
    const text = line.slice(at, Math.min(...places))
    at += text.length
    return [all, start, open + (read(closeArrow)?.[0] ?? ''), text]
  }

  const parts = nodeParts()
  while (at < line.length && line[at] !== ';')
    parts.push(arrowOf(read(plainArrow) ?? labelledArrow()), ...nodeParts())
  return [parts, ...statementsIn(line.slice(at + 1))]
}

/** An arrow in the one form that the library knows of each kind. */
function arrowOf([, start = '', form = '', text = '']: readonly string[]): string {
  const kind = form[0] === '=' ? '==' : form.includes('.') ? '-.-' : '--'
  const end = form.endsWith('>') ? '>' : kind === '-.-' ? '' : kind[0]
  return ` ${start}${kind}${end}${text.trim() === '' ? '' : `|${hide(text)}|`} `
}

/** Where the brackets of texts are while the library reads them, so that it takes none for one of the diagram. */
const hidden = 0xe000

function hide(text: string): string {
  const shown = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^`(.*)`$/, '$1')
    .replaceAll(/[()[\]{}|]/g, sign => String.fromCharCode(hidden + sign.charCodeAt(0)))
  return shown.trim() === '' ? '\u00A0' : shown
}

/** A drawing with the brackets of its texts again. */
export function unhide(svg: string): string {
  return svg.replaceAll(/[\uE000-\uE07F]/g, sign =>
    String.fromCharCode(sign.charCodeAt(0) - hidden),
  )
}
