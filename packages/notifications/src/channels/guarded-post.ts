import { once } from 'node:events'
import { request as plainRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import {
  isPrivateAddress,
  isPrivateHost,
  outsideText,
  publicAgent,
  publicPlainAgent,
  readRetryAfter,
  setting,
} from '@night-routine/service'
import type { PlainKey } from '@night-routine/wording'
import type { ChannelConfig, ChannelFix } from './channel.ts'
import type { Outcome } from './outcome.ts'

/** Where people may name a server of their own. */
export const networksSetting = {
  CHANNEL_NETWORKS: setting.list(
    'network',
    'Private networks where people may name a server for their messages, such as ntfy: ' +
      '192.168.1.0/24. Plain http works only there. Unset: public https only.',
    { default: [] },
  ),
}

export interface Answer {
  status: number
  retryAfter: string | undefined
  /** The beginning of its body. */
  said: string
  /** Whether the connection ended, or the time was over, before the end of its body. */
  isCut?: boolean
}

/** Why there was no answer, as the end of an outcome's code. */
export type NoAnswer = 'private-address' | 'timeout' | 'tls' | 'unreachable'

interface GuardedPost {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  networks?: readonly string[]
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Tests pass one that trusts their own server. */
  agent?: Agent | undefined
  method?: 'POST' | 'GET'
}

/** How messages reach servers that people named. */
export interface OwnServerOptions {
  networks: ChannelConfig['CHANNEL_NETWORKS']
  now: () => Temporal.Instant
  /** Tests pass one that trusts their own server. */
  agent?: Agent | undefined
  timeoutMs?: number
}

const longestAnswer = 2000

/** Posts to an address that a person gave, if it is public or in an allowed network, and follows no redirect. */
export async function guardedPost(post: GuardedPost): Promise<Answer | NoAnswer> {
  const { url, headers, body, networks = [], signal, agent } = post
  const { timeoutMs = 10_000, method = 'POST' } = post
  const isTls = url.startsWith('https:')
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const sent = (isTls ? tlsRequest : plainRequest)(url, {
      method,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent:
        agent ?? (isTls ? publicAgent : publicPlainAgent)({ allowIPAddressList: [...networks] }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    sent.end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (response === undefined) return 'unreachable'
    const { said, isCut } = await beginningOf(response, longestAnswer)
    // What follows could be endless.
    response.destroy()
    const { statusCode: status = 0, headers: given } = response
    return { status, retryAfter: given['retry-after'], said, isCut }
  } catch (error) {
    if (isPrivateAddress(error)) return 'private-address'
    if (timeout.aborted) return 'timeout'
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'tls' : 'unreachable'
  }
}

/** What a server says, up to a limit. */
async function beginningOf(response: IncomingMessage, limit: number) {
  let said = ''
  let isCut = false
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      said += String(chunk)
      if (said.length >= limit) break
    }
  } catch {
    // The status is known, so what came is enough for most.
    isCut = true
  }
  return { said: outsideText(said, limit), isCut }
}

/** The outcome of an answer: 408, 425, 429 and 5xx may work later, 410 is gone, and others need a person. */
export function answerOutcome(
  channel: string,
  answer: Answer | NoAnswer,
  now: Temporal.Instant,
): Outcome {
  if (answer === 'private-address') return { kind: 'give-up', code: `${channel}-${answer}` }
  if (typeof answer === 'string')
    return { kind: 'retry', code: `${channel}-${answer}`, afterSeconds: null }
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const code = `${channel}-${status}`
  if (status === 410) return { kind: 'gone', code }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'retry', code, afterSeconds: readRetryAfter(retryAfter, now) }
  return { kind: 'give-up', code }
}

/** What helps where a server that a person named cannot be reached. */
export const serverFixes: readonly ChannelFix[] = [
  {
    codes: /-private-address$/,
    fix: 'Add the network of that server to CHANNEL_NETWORKS, or its person names a public one on the page You.',
  },
  {
    codes: /-(?:unreachable|timeout|tls)$/,
    fix: 'Check that the worker reaches that server. If its certificate is signed by your own authority, name that in NODE_EXTRA_CA_CERTS.',
  },
]

const longestAddress = 2048

/** Why an address that a person gave cannot be used; undefined: it can. */
export function addressFault(
  text: string,
  { CHANNEL_NETWORKS: networks }: Pick<ChannelConfig, 'CHANNEL_NETWORKS'>,
): PlainKey | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || text.length > longestAddress)
    return 'channelError.address'
  if (url.username !== '' || url.password !== '') return 'channelError.address'
  if (url.protocol === 'http:' && !isPrivateHost(url)) return 'channelError.plain'
  return isPrivateHost(url) && networks.length === 0 ? 'channelError.private' : undefined
}
