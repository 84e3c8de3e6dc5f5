import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Bases } from '../addresses.ts'
import { errorOf } from '../answers/kinds.ts'
import { NotSignedIn } from '../errors.ts'
import { send, type OnRetry, type TransportOptions } from '../transport/send.ts'
import type { Endpoint } from './endpoints.ts'

/** What a client keeps between calls. */
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
  /** The path of the file it is about. */
  readonly file?: string
  readonly onRetry?: OnRetry
}

const secretFields = ['token', 'password', 'mfa', 'keyhash']

/** Asks a JSON endpoint, with the token unless the endpoint is open. */
export async function call<Answer extends TSchema>(
  session: Session,
  endpoint: Endpoint<Answer>,
  fields: Readonly<Record<string, unknown>> = {},
  { signal, host, file, onRetry }: Call = {},
): Promise<Static<Answer>> {
  const all: typeof fields =
    endpoint.open === true ? fields : { token: tokenOf(session, endpoint), ...fields }
  const body = JSON.stringify(all)
  const request = {
    endpoint,
    file,
    secrets: secretFields.map(name => all[name]).filter(value => typeof value === 'string'),
    url: urlOf(session, endpoint, host),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    open: () => body,
    bytes: Buffer.byteLength(body),
    signal,
  }
  return checked(endpoint, await send(request, session, onRetry))
}

/** The token, or an error before anything is sent. */
export function tokenOf(session: Session, endpoint: Endpoint): string {
  if (session.token !== null) return session.token
  throw new NotSignedIn('Not signed in.', { endpoint: endpoint.path, sent: false })
}

/** The address that an endpoint is asked at. */
export function urlOf({ bases }: Session, { base, path }: Endpoint, host = ''): string {
  return (base === 'site' ? bases.siteOf(host) : bases[base]) + path
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** The answer as its schema has it. Names the field that is wrong, never its value. */
export function checked<Answer extends TSchema>(
  { answer, path }: Endpoint<Answer>,
  body: object,
): Static<Answer> {
  const validator = validators.get(answer) ?? Compile(answer)
  validators.set(answer, validator)
  const isAnswer = (value: unknown): value is Static<Answer> => validator.Check(value)
  if (isAnswer(body)) return body
  const [fault] = validator.Errors(body)
  const words = `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`.trim()
  throw errorOf('UnexpectedAnswer', words, { endpoint: path })
}
