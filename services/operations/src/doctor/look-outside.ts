import { connect as connectTls } from 'node:tls'
import { once } from 'node:events'
import type { Finding, OpenCalendarProvider, SignIn } from '@night-routine/calendar'
import { unreadable, type Database, type TokenKeys } from '@night-routine/database/connection'
import { readPersonChannels } from '@night-routine/database/notifications'
import { channelOf, channelsSetUp } from '@night-routine/notifications'
import type { Config } from '../config.ts'
import {
  problem,
  judgeCertificate,
  judgeClock,
  judgeWebhook,
  messageOf,
  notice,
  ok,
} from './judge.ts'

const timeoutMs = 5_000
const secondsOfADay = 86_400

/** Checks the public address, its certificate, and the address for notifications. */
export async function lookAtAddress(
  { PUBLIC_URL, CALENDAR }: Pick<Config, 'PUBLIC_URL' | 'CALENDAR'>,
  { webhookUrl, isNotified }: { webhookUrl: string | null; isNotified: boolean },
): Promise<Finding[]> {
  const publicUrl = new URL(PUBLIC_URL)
  const findings = [await reach(publicUrl)]
  if (publicUrl.protocol === 'https:') findings.push(await certificate(publicUrl))
  if (CALENDAR === 'own') return [...findings, own]
  return [...findings, isNotified ? await webhook(webhookUrl) : polled]
}

/** Checks the servers by which messages reach people, those that people named included. */
export async function lookAtChannels(
  db: Database,
  config: Config,
  keys: TokenKeys,
): Promise<Finding[]> {
  const people = (await readPersonChannels(db, keys)).filter(({ isOn }) => isOn)
  const findings = await Promise.all(
    channelsSetUp(config).map(async id => {
      const values = people
        .filter(({ channel }) => channel === id)
        .flatMap(one => (one.values === unreadable ? [] : [one.values]))
      return (await channelOf(id).examine?.(config, values)) ?? []
    }),
  )
  return findings.flat()
}

const own = ok('The calendar is Night Routine’s own: a change in a calendar app counts at once.')
const polled = ok('This calendar sends no notifications: the worker reads it every two minutes.')

async function reach({ origin }: URL): Promise<Finding> {
  const answer = await ask(`${origin}/readyz`)
  if (typeof answer === 'string')
    return problem(
      `${origin} cannot be reached from here: ${answer}`,
      'Check PUBLIC_URL, DNS and the proxy. Some routers do not let their own network use the public address.',
    )
  if (answer.status === 200) return ok(`${origin} leads to web, which is ready.`)
  return problem(
    `${origin}/readyz answers ${answer.status}.`,
    'If the answer comes from web, it names what web waits for. If not, the proxy does not lead to web.',
  )
}

async function certificate({ hostname, port, host }: URL): Promise<Finding> {
  const socket = connectTls({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    timeout: timeoutMs,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    const ends = Date.parse(socket.getPeerCertificate().valid_to)
    const left = Temporal.Now.instant().until(Temporal.Instant.fromEpochMilliseconds(ends))
    return judgeCertificate(host, left.total('seconds') / secondsOfADay)
  } catch (error) {
    return problem(
      `Browsers refuse the certificate of ${host}: ${messageOf(error)}`,
      'Look at your proxy: Caddy gets one automatically when ports 80 and 443 reach it under this name.',
    )
  } finally {
    socket.destroy()
  }
}

async function webhook(address: string | null): Promise<Finding> {
  if (address === null)
    return notice(
      'The provider cannot send notifications to this address: the worker reads the calendar every two minutes.',
      'Set PUBLIC_URL to a public https address to get notifications.',
    )
  const answer = await ask(address, { method: 'POST' })
  if (typeof answer === 'string')
    return problem(`${address} cannot be reached: ${answer}`, 'Check that webhook-ingest runs.')
  return judgeWebhook(address, answer.status, answer.body)
}

/** Checks the account or our client at the providers, their clocks, and the certificates of servers of one's own. */
export async function lookAtProviders(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  calendar: Pick<OpenCalendarProvider, 'clockUrl' | 'examine' | 'grants'>,
  signIn: Pick<SignIn, 'examine' | 'server'> | null,
): Promise<Finding[]> {
  const isOwn = calendar.grants === null
  const ownServers = [...(isOwn ? [calendar.clockUrl ?? []] : []), signIn?.server ?? []]
  const hosts = new Map(ownServers.flat().map(url => [url.host, url]))
  // Its certificate is checked as that of the public address.
  hosts.delete(new URL(PUBLIC_URL).host)
  const secure = [...hosts.values()].filter(({ protocol }) => protocol === 'https:')
  return [
    ...((await signIn?.examine()) ?? []),
    ...(await calendar.examine()),
    ...(await Promise.all(secure.map(foreignCertificate))),
    ...(calendar.clockUrl
      ? await clock(calendar.clockUrl, isOwn ? 'the calendar server' : 'the provider')
      : []),
    ...(signIn?.server ? await clock(signIn.server, 'the identity provider') : []),
  ]
}

async function foreignCertificate(url: URL): Promise<Finding> {
  const found = await certificate(url)
  if (found.state === 'ok') return found
  return {
    ...found,
    fix: 'The person who runs that server has to renew it. If it is signed by your own authority, name that in NODE_EXTRA_CA_CERTS.',
  }
}

async function clock(url: URL, whose: string): Promise<Finding[]> {
  const answer = await ask(url)
  const time = typeof answer === 'string' ? Number.NaN : Date.parse(answer.date)
  if (Number.isNaN(time)) return []
  const theirs = Temporal.Instant.fromEpochMilliseconds(time)
  // The Date header has whole seconds.
  return [judgeClock(whose, Temporal.Now.instant().until(theirs).total('seconds') + 0.5)]
}

/** The answer of an address, or why it gave no answer. */
async function ask(address: URL | string, request: RequestInit = {}) {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(address, { ...request, redirect: 'manual', signal })
    const date = answer.headers.get('date') ?? ''
    return { status: answer.status, date, body: await answer.text() }
  } catch (error) {
    return messageOf(error)
  }
}
