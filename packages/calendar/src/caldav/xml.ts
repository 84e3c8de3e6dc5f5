import { SaxesParser } from 'saxes'

/** An element of an XML document, with its namespace resolved: `DAV:|href`. */
export interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

export const ns = {
  d: 'DAV:',
  c: 'urn:ietf:params:xml:ns:caldav',
  cs: 'http://calendarserver.org/ns/',
} as const

/** `d:href` as `Element.name` spells it. */
export function nameOf(short: `${keyof typeof ns}:${string}`): string {
  const [prefix, local = ''] = short.split(':')
  return `${prefix === 'd' ? ns.d : prefix === 'c' ? ns.c : ns.cs}|${local}`
}

export type ShortName = Parameters<typeof nameOf>[0]

const deepest = 100

/** What XML 1.0 does not allow, and servers give back all the same, as they got it from a client. */
// oxlint-disable-next-line no-control-regex
export const notXml = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text that a parser accepts: one odd letter must not spoil a whole answer. */
function withoutOddLetters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(notXml, '\ufffd')
    .replaceAll(/&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi, (reference, hex?: string, decimal = '') => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (code > 0x10_ffff) return '\ufffd'
      const letter = String.fromCodePoint(code)
      return letter.isWellFormed() && letter.search(notXml) < 0 ? reference : '\ufffd'
    })
}

/**
 * The root element of a document; null when it is not XML to its end. A document type is refused, because it can
 * declare entities that grow without bound.
 */
export function parseXml(text: string): Element | null {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    if (open.length > deepest) throw new Error('nested too deeply')
    const attributes = Object.fromEntries(
      Object.values(given).map(attribute => [attribute.local, attribute.value]),
    )
    const element: Element = { name: `${uri}|${local}`, attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (more: string) => {
    const element = open.at(-1)
    if (element) element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
  })
  try {
    parser.write(withoutOddLetters(text)).close()
  } catch {
    return null
  }
  return root.children[0] ?? null
}

export function all(element: Element | undefined, short: ShortName): Element[] {
  const name = nameOf(short)
  return element?.children.filter(child => child.name === name) ?? []
}

export function first(element: Element | undefined, short: ShortName): Element | undefined {
  return all(element, short)[0]
}

/** The names of all elements below, however deep. */
export function namesBelow({ children }: Element): string[] {
  return children.flatMap(child => [child.name, ...namesBelow(child)])
}

/** A document: the root element with our namespaces. */
export function document(root: ShortName, content: string): string {
  const spaces = Object.entries(ns).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  return `<?xml version="1.0" encoding="utf-8"?><${root}${spaces.join('')}>${content}</${root}>`
}

export function names(...shorts: ShortName[]): string {
  return shorts.map(short => `<${short}/>`).join('')
}
