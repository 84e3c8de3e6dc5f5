import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Bases } from '../addresses.ts'
import { errorOf } from '../answers/kinds.ts'
import { NotFound, NotSignedIn } from '../errors.ts'
import type { Request } from '../transport/send-once.ts'
import { send, type OnRetry, type TransportOptions } from '../transport/send.ts'
import type { Endpoint } from './endpoints.ts'

export interface Session extends TransportOptions {
  readonly bases: Bases
  readonly headerPrefix: string
  readonly largestFile: number
  token: string | null
}

/** What every call takes: a way to end it early. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

interface Call extends CallOptions {
  /** The host of the site, where the base of the endpoint is its. */
  readonly host?: string
  readonly file?: string
  readonly onRetry?: OnRetry
}

const secretFields = ['token', 'password', 'mfa', 'keyhash']

/** Asks a JSON endpoint, with the token unless the endpoint is open. */
export async function call<Answer extends TSchema>(
  session: Session,
  endpoint: Endpoint<Answer>,
  fields: Readonly<Record<string, unknown>> = {},
  { host, ...options }: Call = {},
): Promise<Static<Answer>> {
  const all: typeof fields =
    endpoint.open === true ? fields : { token: tokenOf(session, endpoint), ...fields }
  const body = JSON.stringify(all)
  return ask(session, endpoint, host, {
    ...options,
    secrets: secretFields.map(name => all[name]).filter(value => typeof value === 'string'),
    headers: { 'content-type': 'application/json' },
    open: () => body,
    bytes: Buffer.byteLength(body),
  })
}

/** Asks to remove something. That a repeat no longer finds it is a success. */
export async function callToRemove(
  session: Session,
  endpoint: Endpoint,
  fields: Readonly<Record<string, unknown>>,
  options: Omit<Call, 'onRetry'> = {},
): Promise<void> {
  let retried = false
  const onRetry: OnRetry = ({ error }) => {
    retried ||= error.sent
  }
  try {
    await call(session, endpoint, fields, { ...options, onRetry })
  } catch (error) {
    if (!(error instanceof NotFound) || !retried) throw error
  }
}

export function tokenOf(session: Session, endpoint: Endpoint): string {
  if (session.token !== null) return session.token
  throw new NotSignedIn('Not signed in.', { endpoint: endpoint.path, sent: false })
}

type Asked = Omit<Request, 'endpoint' | 'url' | 'signal'> & Omit<Call, 'host'>

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** The answer of an endpoint as its schema has it. An error names the field that is wrong, never its value. */
export async function ask<Answer extends TSchema>(
  session: Session,
  endpoint: Endpoint<Answer>,
  host: string | undefined,
  { onRetry, headers, signal, ...asked }: Asked,
): Promise<Static<Answer>> {
  const { base, path, answer } = endpoint
  const { bases } = session
  const url = (base === 'site' ? bases.siteOf(host ?? '') : bases[base]) + path
  const accepting = { ...headers, accept: 'application/json' }
  const request = { ...asked, endpoint, url, headers: accepting, signal }
  const body = await send(request, session, onRetry)
  const validator = validators.get(answer) ?? Compile(answer)
  validators.set(answer, validator)
  const isAnswer = (value: unknown): value is Static<Answer> => validator.Check(value)
  if (isAnswer(body)) return body
  const [fault] = validator.Errors(body)
  const text = `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`.trim()
  throw errorOf('UnexpectedAnswer', text.slice(0, 200).toWellFormed(), { endpoint: path })
}
