import { connect as connectTls } from 'node:tls'
import { once } from 'node:events'
import {
  CalendarError,
  refusedRedirectHost,
  webhookAddress,
  type SignIn,
} from '@night-routine/calendar'
import type { Config } from '../config.ts'
import { fault, notice, ok, type Finding } from './finding.ts'
import { judgeCertificate, judgeClient, judgeClock, judgeWebhook } from './judge.ts'
import { messageOf } from './look-at-servers.ts'

const patienceMs = 5_000
const secondsOfADay = 86_400

type Addresses = Pick<Config, 'PUBLIC_URL' | 'WEBHOOK_URL' | 'GOOGLE_API_ROOT_URL'>

/** Checks the public address, its certificate, and the address for notifications. */
export async function lookAtAddress(config: Addresses): Promise<Finding[]> {
  const publicUrl = new URL(config.PUBLIC_URL)
  const findings = [await reach(publicUrl)]
  if (publicUrl.protocol === 'https:') findings.push(await certificate(publicUrl))
  const address = webhookAddress(config)
  if (address === null)
    findings.push(
      notice(
        'The provider cannot send notifications to this address: the worker reads the calendar every two minutes.',
        'Set PUBLIC_URL to a public https address to get notifications.',
      ),
    )
  else findings.push(await webhook(address))
  return findings
}

async function reach(publicUrl: URL): Promise<Finding> {
  try {
    const answer = await ask(new URL('/readyz', publicUrl))
    if (answer.status === 200) return ok(`${publicUrl.origin} leads to web, which is ready.`)
    return fault(
      `${publicUrl.origin}/readyz answers ${answer.status}.`,
      'If the answer comes from web, it names what web waits for. If not, the proxy does not lead to web.',
    )
  } catch (error) {
    return fault(
      `${publicUrl.origin} cannot be reached from here: ${causeOf(error)}`,
      'Check PUBLIC_URL, DNS and the proxy. Some routers do not let their own network use the public address.',
    )
  }
}

async function certificate({ hostname, port, host }: URL): Promise<Finding> {
  const socket = connectTls({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    timeout: patienceMs,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) })
    const ends = Date.parse(socket.getPeerCertificate().valid_to)
    const left = Temporal.Now.instant().until(Temporal.Instant.fromEpochMilliseconds(ends))
    return judgeCertificate(host, left.total('seconds') / secondsOfADay)
  } catch (error) {
    return fault(
      `Browsers refuse the certificate of ${host}: ${causeOf(error)}`,
      'Caddy gets one automatically when ports 80 and 443 reach it under this name.',
    )
  } finally {
    socket.destroy()
  }
}

async function webhook(address: string): Promise<Finding> {
  try {
    const answer = await ask(new URL(address), { method: 'POST' })
    return judgeWebhook(address, answer.status, await answer.text())
  } catch (error) {
    return fault(
      `${address} cannot be reached: ${causeOf(error)}`,
      'Check that webhook-ingest runs.',
    )
  }
}

/** Checks our client and the clock with the provider. */
export async function lookAtProvider(
  config: Pick<Config, 'GOOGLE_API_ROOT_URL' | 'GOOGLE_OAUTH_AUTH_URL' | 'PUBLIC_URL'>,
  signIn: Pick<SignIn, 'refresh'>,
): Promise<Finding[]> {
  const answer = await signIn.refresh('night-routine-doctor').then(
    () => undefined,
    (error: unknown) => (error instanceof CalendarError ? error : undefined),
  )
  const root = config.GOOGLE_API_ROOT_URL ?? 'https://www.googleapis.com'
  const clock = await ask(new URL('/', root)).then(
    ({ headers }) => clockFinding(headers.get('date')),
    () => [],
  )
  return [judgeClient(answer), ...redirectFinding(config), ...clock]
}

// An emulator has its own rules.
function redirectFinding({
  GOOGLE_OAUTH_AUTH_URL,
  PUBLIC_URL,
}: Pick<Config, 'GOOGLE_OAUTH_AUTH_URL' | 'PUBLIC_URL'>): Finding[] {
  const why = GOOGLE_OAUTH_AUTH_URL === undefined ? refusedRedirectHost(PUBLIC_URL) : null
  if (why === null) return []
  return [
    fault(
      `The provider refuses ${PUBLIC_URL} as a redirect address: ${why}.`,
      'Set PUBLIC_URL to your own domain with https (docs/google-cloud.md, step 6).',
    ),
  ]
}

function clockFinding(date: string | null): Finding[] {
  const milliseconds = Date.parse(date ?? '')
  if (Number.isNaN(milliseconds)) return []
  const theirs = Temporal.Instant.fromEpochMilliseconds(milliseconds)
  // The Date header has whole seconds.
  return [judgeClock('the provider', Temporal.Now.instant().until(theirs).total('seconds') + 0.5)]
}

async function ask(address: URL, request: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs)
  return fetch(address, { ...request, redirect: 'manual', signal })
}

/** fetch puts the actual error into `cause`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return messageOf(cause ?? error)
}
