import type { Endpoint } from '../endpoints/endpoints.ts'
import { errorOf, kindOfCode, kindOfStatus, kindOfText, type Kind } from './kinds.ts'

export interface RawAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** What the client needs to know about the request to judge its response. */
export interface Question {
  readonly endpoint: Omit<Endpoint, 'answer'>
  readonly file?: string | undefined
  /** What must not appear in an error, wherever the host repeats it. */
  readonly secrets: readonly string[]
}

// A gateway's own word: what stands in the body is not the host's.
const gateway = new Set([429, 502, 503, 504])

/** The body of a success, which status and body decide together. @throws VaultError */
export function judgeAnswer(answer: RawAnswer, question: Question, now: number): object {
  const { endpoint, file, secrets } = question
  const { subject = 'other', expects = [] } = endpoint
  const body = parse(answer.text)
  const fail = (kind: Kind, said: string, code: string | null = null) =>
    errorOf(kind, excerpt(redact(said, secrets)), {
      endpoint: endpoint.path,
      file,
      status: answer.status,
      code: code === null ? null : excerpt(redact(code, secrets), 40),
      retryAfterMs: retryAfterMs(answer.retryAfter, now),
    })

  const isSuccess = answer.status >= 200 && answer.status < 300
  if (Array.isArray(body) && isSuccess && endpoint.arrayAllowed === true) return body
  if (body === null || Array.isArray(body)) throw fail(kindOfPage(answer.status), answer.text)
  const fields: Record<string, unknown> = { ...body }
  if (isSuccess && !isRefusal(fields, expects)) return body

  const said = messageOf(fields)
  const code = typeof fields['code'] === 'string' ? fields['code'] : null
  const byStatus = kindOfStatus(answer.status, subject)
  const kind =
    (code === null ? null : kindOfCode(code)) ??
    (gateway.has(answer.status) ? byStatus : null) ??
    kindOfText(said, subject) ??
    (answer.status >= 300 && answer.status < 400 ? 'UnexpectedAnswer' : byStatus) ??
    'Refused'
  throw fail(kind, said, code)
}

/** A success status does not make a success: `error`, `code` with `message`, or a lone `msg` refuse. Null says nothing. */
function isRefusal(fields: Record<string, unknown>, expects: readonly string[]): boolean {
  const says = (field: string) => fields[field] !== undefined && fields[field] !== null
  if (says('error')) return true
  if (says('code') && says('message')) return true
  if (!says('msg')) return false
  return expects.length > 0 ? !expects.every(field => field in fields) : fields['status'] !== 'ok'
}

/** Something that is not JSON comes from whatever stands before the host, or is no vault host. */
function kindOfPage(status: number): Kind {
  const kind = kindOfStatus(status, 'other')
  if (kind === 'Unavailable' || kind === 'RateLimited' || kind === 'TooLarge') return kind
  return 'UnexpectedAnswer'
}

function messageOf(fields: Record<string, unknown>): string {
  const said = ['error', 'msg', 'message'].map(field => fields[field])
  const text = said.find(value => typeof value === 'string' && value !== '')
  if (typeof text === 'string') return text
  const nested = said.find(value => typeof value === 'object' && value !== null)
  try {
    return nested === undefined ? '' : JSON.stringify(nested)
  } catch {
    return '' // Nested too deep to be written.
  }
}

/** No name, path or address is longer, in UTF-16 units. */
const longestText = 65_536

/** Text of a host, as databases and terminals can have it. */
const outsideText = (text: string) =>
  text.slice(0, longestText).toWellFormed().replaceAll('\0', '\uFFFD')

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text, (_key, inner: unknown) =>
      typeof inner === 'string' ? outsideText(inner) : inner,
    )
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** What a Retry-After header asks for, in milliseconds from `now`; null where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}

const shortest = 4

/** How a secret may be written in what a server or a proxy sends back. */
function spellings(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inUrl = secret.isWellFormed() ? [encodeURIComponent(secret)] : []
  return [...new Set([secret, inJson, ...inUrl])]
}

/** A text of others without secrets; where a secret is too short to be found safely, nothing of the text. */
function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter(secret => secret !== '')
  if (known.some(secret => secret.length < shortest && text.includes(secret))) return '(withheld)'
  return known
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
}

/** The beginning of a text on one line, for an error message. */
function excerpt(text: string, longest = 200): string {
  // oxlint-disable-next-line no-control-regex -- A terminal must not be steered by a server's answer.
  const line = text.replaceAll(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()} …` : line
}
