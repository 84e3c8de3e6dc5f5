import { faultOf } from '@night-routine/vault-api/paths'
import { Type, type TProperties, type TSchema } from 'typebox'
import { invalid, type Failure } from '../failures.ts'

export const longestToken = 4096

/** Optional here: a missing token is refused with its own code, before the other fields are checked. */
const token = Type.Optional(Type.String({ maxLength: longestToken }))

/** Text on one line. PostgreSQL stores no halves of surrogate pairs. */
export const plainText = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
})

export const hex = Type.String({ maxLength: 512, pattern: '^([0-9a-fA-F]{2})*$' })

export const done = Type.Object({ status: Type.Literal('ok') })

/** An id as clients send it; it may be invalid. */
export const id = Type.String({ maxLength: 200 })

/** The name of a host that clients send and this host does not need. */
export const host = Type.String({ maxLength: 300 })

/** The schemas of a call with a token. The description is for the API reference. */
export function call<Fields extends TProperties, Answer extends TSchema>(
  description: string,
  fields: Fields,
  answer: Answer,
) {
  const body = Type.Object({ token, ...fields }, { description })
  return { schema: { body, response: { 200: answer } } }
}

/** A slug is also the first part of a host name. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Reserved names. Sites that already have one keep it. */
const reserved = new Set(
  `about account admin api app assets auth autoconfig blog cdn dashboard dev docs ftp health healthz help host
  imap localhost login mail metrics mx ns ns1 ns2 pop publish readyz root security settings signin smtp ssl
  static status support system test vault wpad www www1 www2`.split(/\s+/),
)

/** Whether a site may get this slug. A browser would show `xn--…` as other letters. */
export function isFree(slug: string): boolean {
  return !reserved.has(slug) && !/^..--/.test(slug)
}

/** Decodes and checks the URL-encoded path of a header. A bare + is a plus, not a space. @throws Failure */
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

/** Checks a path, and returns it unchanged: a client has to find in the list what it sent. @throws Failure */
export function checkPath(path: string): string {
  const fault = faultOf(path)
  if (fault !== null) throw refused(fault)
  return path
}

function refused(why: string): Failure {
  return invalid(`The path ${why}.`)
}
