import { randomBytes } from 'node:crypto'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { startInbox, type ReceivedRequest, type Test } from './inbox.ts'

/** Its decoder takes null for a missing field, and refuses another type. */
const field = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const text = field(Type.String())

const button = Type.Object({
  action: text,
  label: text,
  clear: field(Type.Boolean()),
  url: text,
  method: text,
  headers: field(Type.Record(Type.String(), Type.String())),
  body: text,
})

/** What is published as JSON (server/types.go of ntfy). */
const publication = Type.Object({
  topic: text,
  title: text,
  message: text,
  priority: field(Type.Integer()),
  tags: field(Type.Array(Type.String())),
  click: text,
  actions: field(Type.Array(button)),
})
type Publication = Static<typeof publication>

/** A message as a phone gets it. */
export interface NtfyMessage {
  topic: string
  title?: string
  message: string
  priority?: number
  tags?: string[]
  click?: string
  actions?: {
    id: string
    action: string
    label: string
    /** Whether the message goes when the request of the button succeeded. */
    clear: boolean
    url?: string
    method?: string
    headers?: Record<string, string>
    body?: string
  }[]
}

/** What it says about what it refuses, by its codes (server/errors.go of ntfy). */
const refusals = {
  40007: 'invalid priority parameter',
  40009: 'invalid request: topic invalid',
  40010: 'invalid request: topic name is not allowed',
  40014: 'invalid request: attachments not allowed',
  40018: 'invalid request: actions invalid',
  40024: 'invalid request: request body must be valid JSON',
  40101: 'unauthorized',
  40301: 'forbidden',
  40401: 'page not found',
  41303: 'JSON body too large',
} as const
type Refusal = keyof typeof refusals

const reserved = /^(?:docs|static|file|app|metrics|account|settings|signup|login|v1)$/

/** A message of this many bytes would be an attachment. */
const messageLimit = 4096

/** Its one account. */
const account = { token: 'tk_ntfynightroutinefamily0000000', user: 'family', password: 'secret' }
const password = Buffer.from(`${account.user}:${account.password}`).toString('base64')
const authorizations = [undefined, `Bearer ${account.token}`, `Basic ${password}`]

/**
 * Starts a stand-in for an ntfy server, which cannot be had from a package. Its one account may publish to topics that start
 * with `nights-`. It takes and refuses what ntfy 2.13 took and refused (test/receivers/ntfy-answers.json).
 */
export async function startNtfy(t: Test) {
  const messages: NtfyMessage[] = []
  const inbox = await startInbox(t, (response, request) => {
    const result = publish(request)
    const isRefused = typeof result === 'number'
    const http = isRefused ? Math.floor(result / 100) : 200
    if (!isRefused) messages.push(result)
    const answer = isRefused
      ? { code: result, http, error: refusals[result] }
      : { id: randomId(), time: 1, expires: 2, event: 'message', ...result }
    response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  return { ...inbox, ...account, messages }
}

function publish({ method, path, headers, body }: ReceivedRequest): NtfyMessage | Refusal {
  const { authorization } = headers
  if (!authorizations.includes(authorization)) return 40101
  if (path !== '/' || !['POST', 'PUT'].includes(method)) return 40401
  if (Buffer.byteLength(body) > 2 * messageLimit) return 41303
  const asked = parsed(body)
  if (!Check(publication, asked)) return 40024
  return refusalOf(asked, authorization !== undefined) ?? received(asked)
}

/** Why this is not published, in the order of its checks; null if it is. */
function refusalOf(asked: Publication, isSignedIn: boolean): Refusal | null {
  const { topic, message, priority, actions } = asked
  if (!/^[\w-]{1,64}$/.test(topic ?? '')) return 40009
  if (reserved.test(topic ?? '')) return 40010
  if (!isSignedIn || !topic?.startsWith('nights-')) return 40301
  if (priority && (priority < 0 || priority > 5)) return 40007
  if (actions && (actions.length > 3 || !actions.every(isAllowed))) return 40018
  return Buffer.byteLength(message ?? '') >= messageLimit ? 40014 : null
}

function received({ topic, title, message, priority, tags, click, actions }: Publication) {
  return {
    topic: topic ?? '',
    ...(title && { title: title.trim() }),
    message: message?.trim() || 'triggered',
    ...(priority && { priority }),
    // It keeps them as one text with commas.
    ...(tags?.length && {
      tags: tags
        .join()
        .split(',')
        .map(tag => tag.trim()),
    }),
    ...(click && { click }),
    ...(actions?.length && { actions: actions.map(shown) }),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const randomId = () => randomBytes(6).toString('hex')

/** The rules for a button (server/actions.go of ntfy). */
function isAllowed({ action, label, url, method, body }: Static<typeof button>): boolean {
  if (!label || !['view', 'broadcast', 'http'].includes(action ?? '')) return false
  if (action !== 'broadcast' && !url) return false
  return !(body && ['GET', 'HEAD'].includes(method?.toUpperCase() ?? ''))
}

function shown({ action, label, clear, url, method, headers, body }: Static<typeof button>) {
  return {
    id: randomId(),
    action: action ?? '',
    label: label ?? '',
    clear: clear ?? false,
    ...(url && { url }),
    ...(method && { method: method.toUpperCase() }),
    ...(headers && { headers }),
    ...(body && { body }),
  }
}
