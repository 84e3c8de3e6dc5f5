import { InvalidRequest } from '../errors.ts'

/** What hosts take at most, in bytes: of a path, and of a name in it. */
const longestPath = 1024
const longestName = 255

/** Why no host takes a path; null for a path of a file. */
export function faultOf(path: string): string | null {
  if (path === '') return 'is empty'
  if (/\p{Cc}|\p{Cs}/u.test(path)) return 'has a character that no file name has'
  if (Buffer.byteLength(path) > longestPath) return `is longer than ${longestPath} bytes`
  if (path.includes('\\')) return 'has a backslash'
  const names = path.split('/')
  if (names.includes('')) return 'starts or ends with a slash, or has two in a row'
  if (names.includes('.') || names.includes('..')) return 'leads out of its folder'
  if (names.some(name => Buffer.byteLength(name) > longestName))
    return `has a name of more than ${longestName} bytes`
  return null
}

/** Names every path that no host takes, before anything is sent. @throws InvalidRequest */
export function checkPaths(paths: Iterable<string>): void {
  refusePaths(Array.from(paths, path => [path, faultOf(path)]))
}

/** The same for faults that are known already; null for none. @throws InvalidRequest */
export function refusePaths(faults: readonly (readonly [path: string, fault: string | null])[]) {
  const bad = faults.filter(([, fault]) => fault !== null)
  if (bad.length === 0) return
  const named = bad.map(([path, fault]) => `${JSON.stringify(path.slice(0, 200))} ${fault}`)
  throw new InvalidRequest(
    `${named.join('; ')}. ${bad.length === 1 ? 'Rename it' : 'Rename them'}. Nothing was sent.`,
    { sent: false },
  )
}
