import { Failure } from '../../failures.ts'

/** The longest path, and the longest name in it, in bytes. */
const longestPath = 1024
const longestName = 255

/**
 * The path of a header: URL-encoded, as clients do it. A bare + is a plus, not a blank.
 * @throws Failure for an encoding that is broken, and for what `checkPath` refuses
 */
export function decodePath(encoded: string): string {
  // Bytes that are no ASCII reach us in a coding nobody can be sure of.
  if (!/^[\x20-\x7e]*$/.test(encoded)) throw refused('has to be URL-encoded')
  try {
    return checkPath(decodeURIComponent(encoded))
  } catch (error) {
    if (error instanceof URIError) throw refused('is not URL-encoded as it should be')
    throw error
  }
}

/**
 * A path as it may be kept: names separated by slashes, none of which leads elsewhere. It is kept as
 * it came, also where its accents are not composed: a client has to find in the list what it sent.
 * @throws Failure
 */
export function checkPath(path: string): string {
  if (path === '') throw refused('is empty')
  if (Buffer.byteLength(path) > longestPath) throw refused(`is longer than ${longestPath} bytes`)
  if (/\p{Cc}|\p{Cs}/u.test(path)) throw refused('has a character that no file name has')
  if (path.includes('\\')) throw refused('has a backslash')
  for (const name of path.split('/')) {
    if (name === '') throw refused('begins or ends with a slash, or has two in a row')
    if (name === '.' || name === '..') throw refused('leads out of its folder')
    if (Buffer.byteLength(name) > longestName)
      throw refused(`has a name of more than ${longestName} bytes`)
  }
  return path
}

function refused(why: string): Failure {
  return new Failure('INVALID_REQUEST', { words: `The path ${why}.` })
}
