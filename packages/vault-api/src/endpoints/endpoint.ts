import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Kind, Subject } from '../answers/kinds.ts'
import { errorOf } from '../answers/kinds.ts'
import type { Bases } from '../addresses.ts'
import { NotSignedIn } from '../errors.ts'
import { send, type Success, type TransportOptions } from '../transport/transport.ts'
import type { Repeat } from '../transport/waits.ts'

/** Everything about an endpoint that its caller need not know. */
export interface Endpoint<Answer extends TSchema = TSchema> {
  readonly base: 'main' | 'publish' | 'site'
  readonly path: string
  readonly subject: Subject
  readonly answer: Answer
  /** The fields that only a success has. */
  readonly expects: readonly string[]
  readonly repeat: Repeat
  readonly arrayAllowed?: boolean
}

/** What a client keeps between calls. */
export interface Session {
  readonly bases: Bases
  readonly transport: TransportOptions
  readonly headerPrefix: string
  readonly largestFile: number
  token: string | null
}

/** What every call takes: a way to end it early. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

type Fields = Readonly<Record<string, unknown>>

const secretFields = ['token', 'password', 'mfa', 'keyhash']

/** Asks a JSON endpoint that needs a token. `host` is the host of the site, where the base is its. */
export async function ask<Answer extends TSchema>(
  session: Session,
  endpoint: Endpoint<Answer>,
  fields: Fields,
  options: CallOptions & { host?: string } = {},
): Promise<Static<Answer>> {
  const token = tokenOf(session, endpoint)
  return (await askOpenly(session, endpoint, { token, ...fields }, options)).answer
}

/** Asks a JSON endpoint with exactly these fields. */
export async function askOpenly<Answer extends TSchema>(
  session: Session,
  endpoint: Endpoint<Answer>,
  fields: Fields,
  { signal, host, file }: CallOptions & { host?: string; file?: string },
): Promise<{ answer: Static<Answer>; attempts: number }> {
  const body = JSON.stringify(fields)
  const success = await send(
    {
      question: {
        ...endpoint,
        endpoint: endpoint.path,
        ...(file === undefined ? {} : { file }),
        secrets: secretsOf(fields),
      },
      url: baseOf(session, endpoint, host) + endpoint.path,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      open: () => body,
      bytes: Buffer.byteLength(body),
      repeat: endpoint.repeat,
      signal,
    },
    session.transport,
  )
  return { answer: checked(endpoint, success), attempts: success.attempts }
}

/** The token, or an error before anything is sent. */
export function tokenOf(session: Session, endpoint: Endpoint): string {
  if (session.token !== null) return session.token
  throw new NotSignedIn('Not signed in.', { endpoint: endpoint.path, sent: false })
}

/** The address that an endpoint is asked at. */
export function baseOf({ bases }: Session, { base }: Endpoint, host = ''): string {
  return base === 'site' ? bases.siteOf(host) : bases[base]
}

const validators = new Map<Endpoint, ReturnType<typeof Compile>>()

/** The answer as its schema has it. Names the field that is wrong, never its value. */
export function checked<Answer extends TSchema>(
  endpoint: Endpoint<Answer>,
  { body }: Pick<Success, 'body'>,
): Static<Answer> {
  const validator = validators.get(endpoint) ?? Compile(endpoint.answer)
  validators.set(endpoint, validator)
  if (isAnswer(body)) return body
  const [fault] = validator.Errors(body)
  throw errorOf(
    'UnexpectedAnswer' satisfies Kind,
    `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`.trim(),
    { endpoint: endpoint.path },
  )

  function isAnswer(value: unknown): value is Static<Answer> {
    return validator.Check(value)
  }
}

function secretsOf(fields: Fields): string[] {
  return secretFields
    .map(name => fields[name])
    .filter(value => typeof value === 'string' && value !== '')
    .map(String)
}
