import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { plainFlowchart, unhide } from './flowcharts.ts'

interface Library {
  renderMermaidSVG(source: string, options: { padding: number; transparent: boolean }): string
}

const require = createRequire(import.meta.url)
let library: Library | undefined

/** Loaded with the first diagram, because it takes 200 ms and 17 MB. */
const load = (): Library =>
  (library ??= require(fileURLToPath(import.meta.resolve('beautiful-mermaid'))))

/** The library can take the square of a line. */
const longestDiagram = 8_000
const longestLine = 400
const mostLines = 200
/** Connections in a diagram, and in all of a note; beyond them it stays a box. 80 took up to 1.3 s on a busy machine. */
const mostConnections = 60
const mostInNote = 120
/** In `a & b --> c & d` few signs stand for many connections. */
const mostJoined = 20

/** What is drawn, what is a connection in its source, and the class of one in the drawing. */
const kinds: [start: RegExp, connection: RegExp, drawn: string][] = [
  [/^(?:graph|flowchart)\b/, /--[->]|==[=>]|-\.-/g, 'edge'],
  [/^stateDiagram(?:-v2)?$/, /-->/g, 'edge'],
  [/^sequenceDiagram$/, /^(?!note\b)[^:]*?--?[>x)]/gi, 'message'],
  [/^classDiagram$/, /^[^:{]*?(?:--|\.\.)/g, 'class-relationship'],
  [/^erDiagram$/, /^[^:]*?(?:--|\.\.)/g, 'er-relationship'],
]

/** Words of the language itself, which no drawing has. */
const keywords = new Set(
  `activate actor alt and as autonumber br break class critical deactivate direction else end left loop namespace note of
  opt option over par participant rect right state lr rl tb td bt`.split(/\s+/),
)

const spending = new WeakMap<object, number>()

/** A diagram of Mermaid as SVG; undefined for a kind, a size or a detail that the library does not draw. */
export function drawDiagram(source: string, env: object): string | undefined {
  const lines = linesOf(source)
  const [, connection, drawn = ''] = kinds.find(([start]) => start.test(lines[0] ?? '')) ?? []
  if (connection === undefined || source.length > longestDiagram) return undefined
  if (lines.some(line => line.length > longestLine)) return undefined
  try {
    const isFlowchart = /^(?:graph|flowchart)/.test(lines[0] ?? '')
    const plain = isFlowchart ? plainFlowchart(lines) : plainLines(lines)
    const [, ...body] = plain.split('\n')
    const wanted = body.flatMap(line => line.match(connection) ?? []).length
    const joined = plain.split('&').length - 1
    const spent = (spending.get(env) ?? 0) + wanted + joined
    if (body.length > mostLines || joined > mostJoined) return undefined
    if (wanted > mostConnections || spent > mostInNote) return undefined
    spending.set(env, spent)
    const svg = unhide(load().renderMermaidSVG(plain, { padding: 8, transparent: true }))
    const isWhole =
      isFlowchart || (svg.split(`class="${drawn}"`).length > wanted && hasWords(svg, body))
    return isWhole ? svg : undefined
  } catch {
    return undefined
  }
}

/** The lines that say what is drawn, without comments and what only gives colours and links. */
function linesOf(source: string): string[] {
  const lines = source
    .replaceAll(/%%\{[^]*?\}%%/g, '')
    .replaceAll(/[\uE000-\uF8FF]/g, '')
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '' && !unseen.test(line))
  return lines[0] === '---' ? lines.slice(lines.indexOf('---', 1) + 1) : lines
}

const unseen = /^(?:%%|(?:style|classDef|cssClass|linkStyle|click|accTitle|accDescr)\b)/

/** What is no flowchart, as the library reads it. @throws Error for what it would leave out */
function plainLines([header = '', ...lines]: readonly string[]): string {
  const isState = header.startsWith('state')
  if (isState && lines.some(line => line === '--' || line.includes('<<')))
    throw new Error('states side by side, or of a kind')
  let number = lines.includes('autonumber') ? 1 : NaN
  const body = lines
    .filter(line => !(isState && line.startsWith('class ')))
    .map(line => {
      const plain = line.replaceAll(/:::\w+/g, '')
      const isNumbered = !Number.isNaN(number) && /^(?!note\b)[^:]*--?[>x)]/i.test(plain)
      return isNumbered ? plain.replace(/: ?/, `: ${number++}. `) : plain
    })
  return [header, ...body].join('\n')
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []

/** Whether a drawing has all words of its source: the library leaves out what it does not know. */
function hasWords(svg: string, lines: readonly string[]): boolean {
  const drawn = new Set(wordsOf(svg))
  return lines.every(line =>
    wordsOf(line.replaceAll(/<[^<>]*>/g, ' ')).every(word => drawn.has(word) || keywords.has(word)),
  )
}
