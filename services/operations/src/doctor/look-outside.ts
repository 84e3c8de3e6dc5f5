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

/** Where people and the provider reach us: the address, its certificate, the way of notifications. */
export async function lookAtAddress(config: Addresses): Promise<Finding[]> {
  const publicUrl = new URL(config.PUBLIC_URL)
  const findings = [await reach(publicUrl)]
  if (publicUrl.protocol === 'https:') findings.push(await certificate(publicUrl))
  const address = webhookAddress(config)
  if (address === null)
    findings.push(
      notice(
        'The provider cannot send notifications to this address: the calendar is looked at every two minutes.',
        'Give PUBLIC_URL a public https address to be told at once.',
      ),
    )
  else findings.push(await webhook(address))
  return findings
}

async function reach(publicUrl: URL): Promise<Finding> {
  try {
    const answer = await ask(new URL('/readyz', publicUrl))
    if (answer.status === 200)
      return ok(`${publicUrl.origin} leads to a web service that is ready.`)
    return fault(
      `${publicUrl.origin}/readyz is answered with ${answer.status}.`,
      'The web service says there what it waits for; with another answer the proxy does not lead to it.',
    )
  } catch (error) {
    return fault(
      `${publicUrl.origin} cannot be reached from here: ${causeOf(error)}`,
      'Look at PUBLIC_URL, the name in DNS, and the proxy. Behind some routers only the way from inside is closed.',
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
      `The certificate of ${host} is not one that browsers accept: ${causeOf(error)}`,
      'Caddy gets one by itself when ports 80 and 443 reach it under this name.',
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
      'Look whether webhook-ingest runs.',
    )
  }
}

/** The provider: does it know our client, and what time does it have? */
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

// A stand-in for the provider has its own rules.
function redirectFinding({
  GOOGLE_OAUTH_AUTH_URL,
  PUBLIC_URL,
}: Pick<Config, 'GOOGLE_OAUTH_AUTH_URL' | 'PUBLIC_URL'>): Finding[] {
  const why = GOOGLE_OAUTH_AUTH_URL === undefined ? refusedRedirectHost(PUBLIC_URL) : null
  if (why === null) return []
  return [
    fault(
      `The provider does not take ${PUBLIC_URL} as an address to come back to: ${why}.`,
      'Give PUBLIC_URL a name of your own with https (docs/google-cloud.md, step 6).',
    ),
  ]
}

function clockFinding(date: string | null): Finding[] {
  const milliseconds = Date.parse(date ?? '')
  if (Number.isNaN(milliseconds)) return []
  const theirs = Temporal.Instant.fromEpochMilliseconds(milliseconds)
  // Their clock is told in whole seconds.
  return [judgeClock('the provider', Temporal.Now.instant().until(theirs).total('seconds') + 0.5)]
}

async function ask(address: URL, request: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs)
  return fetch(address, { ...request, redirect: 'manual', signal })
}

/** fetch hides what happened in a cause. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return messageOf(cause ?? error)
}
