import { all, first, nameOf, namesBelow, parseXml, type Element, type ShortName } from './xml.ts'

export interface DavResponse {
  href: string
  /** Of the whole resource; 200 when only its properties have one. */
  status: number
  property: (name: ShortName) => Element | undefined
  preconditions: string[]
}

/** Reads a `207`; null when the body is anything else, or was cut off. */
export function readMultistatus(body: string) {
  const root = parseXml(body)
  if (root?.name !== nameOf('d:multistatus')) return null
  return {
    responses: all(root, 'd:response').map(readResponse),
    syncToken: textIn(first(root, 'd:sync-token')),
  }
}

function readResponse(response: Element): DavResponse {
  // iCloud repeats a property, empty, among those that it does not have.
  const found = all(response, 'd:propstat')
    .filter(propstat => isGood(statusOf(propstat) ?? 200))
    .flatMap(propstat => first(propstat, 'd:prop')?.children ?? [])
  return {
    href: textIn(first(response, 'd:href')) ?? '',
    status: statusOf(response) ?? 200,
    property: short => found.find(({ name }) => name === nameOf(short)),
    preconditions: all(response, 'd:error').flatMap(namesBelow),
  }
}

/** The failed preconditions that an error response names. */
export function preconditionsIn(body: string): string[] {
  const root = parseXml(body)
  if (root === null) return []
  return root.name === nameOf('d:error') ? namesBelow(root) : []
}

/** The text of an element; null when it is missing or empty. */
export function textIn(element: Element | undefined): string | null {
  return element?.text.trim() || null
}

export function hrefsIn(property: Element | undefined): string[] {
  return all(property, 'd:href').flatMap(href => textIn(href) ?? [])
}

// "HTTP/1.1 404 Not Found"
function statusOf(element: Element): number | null {
  const status = /^HTTP\/\S+ (\d{3})/.exec(textIn(first(element, 'd:status')) ?? '')?.[1]
  return status === undefined ? null : Number(status)
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}
