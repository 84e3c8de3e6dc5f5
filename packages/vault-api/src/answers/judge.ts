import type { VaultError } from '../errors.ts'
import { firstWords, redact } from '../redact.ts'
import { errorOf, kindOfCode, kindOfStatus, kindOfText, type Kind, type Subject } from './kinds.ts'
import { retryAfterMs } from './retry-after.ts'

/** What came back, as text. */
export interface RawAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** What the client needs to know about the request to judge its response. */
export interface Question {
  readonly endpoint: string
  readonly subject: Subject
  /** The fields that only a success has; none where the contract shows none. */
  readonly expects: readonly string[]
  /** Whether a bare array is a success too. */
  readonly arrayAllowed?: boolean
  /** The path of the file it is about. */
  readonly file?: string
  /** What must not appear in an error, wherever the host repeats it. */
  readonly secrets: readonly string[]
}

export type Judgement = { readonly body: object } | { readonly error: VaultError }

// A gateway's own word: what stands in the body is not the host's.
const gateway = new Set([429, 502, 503, 504])

/** Decides from status and body alike whether an answer is a success, and what error it is. */
export function judgeAnswer(answer: RawAnswer, question: Question, now: number): Judgement {
  const body = parse(answer.text)
  const fail = (kind: Kind, said: string, code?: string): Judgement => ({
    error: errorOf(kind, firstWords(redact(said, question.secrets)), {
      endpoint: question.endpoint,
      ...(question.file === undefined ? {} : { file: question.file }),
      status: answer.status,
      ...(code === undefined ? {} : { code: firstWords(redact(code, question.secrets), 40) }),
      ...retryAfter(answer, now),
    }),
  })

  if (body === null) return fail(kindOfPage(answer.status), answer.text)
  const successStatus = answer.status >= 200 && answer.status < 300
  if (Array.isArray(body)) {
    if (successStatus && question.arrayAllowed === true) return { body }
    return fail(kindOfPage(answer.status), answer.text)
  }
  const fields: Record<string, unknown> = { ...body }
  if (successStatus && !isRefusal(fields, question)) return { body }

  const said = wordsOf(fields)
  const code = typeof fields['code'] === 'string' ? fields['code'] : undefined
  const byStatus = kindOfStatus(answer.status, question.subject)
  const kind =
    (code === undefined ? null : kindOfCode(code)) ??
    (gateway.has(answer.status) ? byStatus : null) ??
    kindOfText(said, question.subject) ??
    (answer.status >= 300 && answer.status < 400 ? 'UnexpectedAnswer' : byStatus) ??
    'Refused'
  return fail(kind, said, code)
}

/** A success status does not make a success: `error`, `code` with `message`, or a lone `msg` refuse. */
function isRefusal(fields: Record<string, unknown>, { expects }: Question): boolean {
  if ('error' in fields) return true
  if ('code' in fields && 'message' in fields) return true
  if (!('msg' in fields)) return false
  return expects.length > 0 ? !expects.every(field => field in fields) : fields['status'] !== 'ok'
}

/** Something that is not JSON comes from whatever stands before the host, or is no vault host. */
function kindOfPage(status: number): Kind {
  const kind = kindOfStatus(status, 'other')
  if (kind === 'Unavailable' || kind === 'RateLimited' || kind === 'TooLarge') return kind
  return 'UnexpectedAnswer'
}

function wordsOf(fields: Record<string, unknown>): string {
  const said = ['error', 'msg', 'message'].map(field => fields[field])
  const words = said.find(value => typeof value === 'string' && value !== '')
  if (typeof words === 'string') return words
  const nested = said.find(value => typeof value === 'object' && value !== null)
  return nested === undefined ? '' : JSON.stringify(nested)
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function retryAfter(answer: RawAnswer, now: number) {
  const milliseconds = retryAfterMs(answer.retryAfter, now)
  return milliseconds === null ? {} : { retryAfterMs: milliseconds }
}
