export interface Trust {
  /** Throws nothing; false for another host, and for plain http unless the configuration allows it. */
  has: (url: URL) => boolean
  /** Trusts a host that an authenticated answer named as the account's home. */
  add: (url: URL) => void
}

/** Trusts the configured host; other hosts only over https, after the configured one named them. */
export function trustOf(configured: URL): Trust {
  const origins = new Set([configured.origin])
  return {
    has: url => origins.has(url.origin),
    add: url => {
      if (url.protocol === 'https:') origins.add(url.origin)
    },
  }
}

/**
 * The address that an href means, seen from the address that it came from. A server behind a proxy often names
 * itself with http; its own host stays on the connection that we have.
 */
export function resolveHref(href: string, from: URL): URL | null {
  const url = URL.parse(href, from)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  if (url.hostname !== from.hostname || url.protocol === from.protocol) return url
  if (from.protocol !== 'https:') return url
  // Not `new URL(path, from)`: a path that starts with `//` would name a host.
  const own = new URL(from)
  own.pathname = url.pathname
  own.search = url.search
  return own
}

/** One spelling of a path: servers encode more or less, and `%40` is the same as `@`. */
export function canonicalPath(pathname: string): string {
  return pathname.split('/').map(canonicalSegment).join('/')
}

function canonicalSegment(segment: string): string {
  return encodeURIComponent(decoded(segment)).replaceAll(/%(?:40|3A|24|26|2B|2C|3B|3D)/g, decoded)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The name of a file in a folder, decoded. */
export function fileName({ pathname }: URL): string {
  return decoded(pathname.split('/').at(-1) ?? '')
}

export function asFolder(url: URL): URL {
  const folder = new URL(url)
  folder.pathname = canonicalPath(url.pathname).replace(/(?<!\/)\/*$/, '/')
  return folder
}

/** The id of a calendar: its path; the whole address on another host than the configured one. */
export function calendarIdOf(calendar: URL, configured: URL): string {
  const folder = asFolder(calendar)
  return folder.origin === configured.origin ? folder.pathname : folder.href
}
