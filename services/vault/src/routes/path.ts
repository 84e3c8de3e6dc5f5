import { invalid, type Failure } from '../failures.ts'

/** The maximum lengths of a path and of a name in it, in bytes. */
const longestPath = 1024
const longestName = 255

/**
 * Decodes the URL-encoded path of a header. A bare + is a plus, not a space.
 * @throws Failure if the encoding is invalid, or `checkPath` refuses the path
 */
export function decodePath(encoded: string): string {
  // The encoding of non-ASCII header bytes is unknown.
  if (!/^[\x20-\x7e]*$/.test(encoded)) throw refused('has to be URL-encoded')
  try {
    return checkPath(decodeURIComponent(encoded))
  } catch (error) {
    if (error instanceof URIError) throw refused('is not URL-encoded correctly')
    throw error
  }
}

/**
 * Checks a path: names separated by slashes, none of them `.` or `..`. It is stored unchanged,
 * even with decomposed accents, because a client has to find in the list what it sent.
 * @throws Failure
 */
export function checkPath(path: string): string {
  if (path === '') throw refused('is empty')
  if (Buffer.byteLength(path) > longestPath) throw refused(`is longer than ${longestPath} bytes`)
  if (/\p{Cc}|\p{Cs}/u.test(path)) throw refused('has a character that no file name has')
  if (path.includes('\\')) throw refused('has a backslash')
  for (const name of path.split('/')) {
    if (name === '') throw refused('starts or ends with a slash, or has two in a row')
    if (name === '.' || name === '..') throw refused('leads out of its folder')
    if (Buffer.byteLength(name) > longestName)
      throw refused(`has a name of more than ${longestName} bytes`)
  }
  return path
}

function refused(why: string): Failure {
  return invalid(`The path ${why}.`)
}
