import { Failure } from '../../failures.ts'
import { decodePath } from './path.ts'

/** The headers of an upload. */
export interface UploadHeaders {
  siteId: string
  path: string
  /** SHA-256 in lower-case hex. */
  hash: string
}

const names = ['token', 'id', 'path', 'hash'] as const

type HeaderName = (typeof names)[number]

/**
 * Reads the upload headers with one of these `prefixes`. It takes raw headers, names and
 * values in turn, because Node's other forms join repeated headers.
 */
export function uploadHeaderReader(
  prefixes: readonly string[],
): (rawHeaders: readonly string[]) => Map<HeaderName, string> {
  const known = new Map(prefixes.flatMap(prefix => names.map(name => [prefix + name, name])))
  return rawHeaders => {
    const values = new Map<HeaderName, string>()
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const header = known.get((rawHeaders[index] ?? '').toLowerCase())
      if (header === undefined) continue
      if (values.has(header)) throw refused(`The header ${header} is repeated.`)
      values.set(header, rawHeaders[index + 1] ?? '')
    }
    return values
  }
}

/** The site, path and hash of an upload. @throws Failure that names the invalid header */
export function checkUploadHeaders(values: ReadonlyMap<HeaderName, string>): UploadHeaders {
  const missing = names.find(name => !values.get(name))
  if (missing !== undefined) throw refused(`The header ${missing} is missing.`)
  const hash = (values.get('hash') ?? '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw refused('The header hash is not a SHA-256 in 64 hexadecimal digits.')
  const path = decodePath(values.get('path') ?? '')
  return { siteId: values.get('id') ?? '', path, hash }
}

function refused(words: string): Failure {
  return new Failure('INVALID_REQUEST', { words })
}
