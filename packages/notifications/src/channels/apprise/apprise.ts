import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { setting } from '@night-routine/service'
import type { Channel, Message, Send } from '../channel.ts'
import { answerOutcome, guardedPost, type Answer, type NoAnswer } from '../guarded-post.ts'
import type { Outcome } from '../outcome.ts'
import { textWithLinks } from '../text-with-links.ts'

/** The Apprise server of an installation. */
export const appriseSettings = {
  APPRISE_URL: setting.optional(
    'endpoint',
    'The Apprise API server for other apps, such as http://apprise:8000.',
  ),
}

const longest = 2000
const most = 10

const serverFix = 'Check APPRISE_URL, and that the Apprise API server runs.'
const peopleFix =
  'Its person checks the address on the page You, with a test. The log of the Apprise API server says more.'

/** Any of the apps that Apprise knows, through the Apprise API server of the installation. */
export const apprise: Channel = {
  name: 'channel.apprise',
  what: 'channel.appriseWhat',
  fields: [
    {
      name: 'urls',
      label: 'channel.appriseUrls',
      hint: 'channel.appriseHint',
      type: 'lines',
      required: true,
      fault: text => {
        const urls = addressesIn(text)
        const isFew = urls.length > 0 && urls.length <= most && text.length <= longest
        return isFew && urls.every(isAddress) ? undefined : 'channelError.apprise'
      },
    },
  ],
  isSetUp: ({ APPRISE_URL: url }) => url !== undefined,
  open: async ({ config, clock }) => {
    const { APPRISE_URL: url } = config
    return url === undefined ? undefined : sendByApprise(url, () => clock.now())
  },
  fixes: [
    { codes: /^apprise-(?:unknown-service|424)$/, fix: peopleFix },
    { codes: /^apprise-(?!key-lost)/, fix: serverFix },
  ],
  heardFailures: [
    [/-unknown-service$/, 'unknownService'],
    [/-424$/, 'notPassedOn'],
  ],
  examine: async ({ APPRISE_URL: url }) => {
    if (url === undefined) return []
    // Every version refuses a message without a text, and sends nothing.
    const answer = await post(url, {}, { timeoutMs: 5000 })
    if (typeof answer !== 'string' && answer.status === 400)
      return [{ state: 'ok', text: 'The Apprise API server answers.' }]
    const code = typeof answer === 'string' ? answer : answer.status
    return [{ state: 'problem', text: `The Apprise API server does not: ${code}.`, fix: serverFix }]
  },
}

/** The addresses that a person typed. A comma may be part of one. */
function addressesIn(text: string): string[] {
  return text
    .split(/\s+|,\s*(?=[a-z][a-z\d+.-]*:\/\/)/i)
    .flatMap(one => one.replace(/,$/, '') || [])
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/./i.test(text)
}

/** Sends each address its own request: of several, Apprise passes over what it does not know, and hides what failed. */
export function sendByApprise(server: string, now: () => Temporal.Instant): Send {
  return async (message, { values }, signal) =>
    together(
      await Promise.all(
        addressesIn(values['urls'] ?? '').map(async address => {
          const answer = await post(server, { urls: [address], ...bodyOf(message) }, { signal })
          return outcomeOf(answer, now())
        }),
      ),
    )
}

function bodyOf(message: Message) {
  const { title, lines } = message.text
  const rest = lines.filter(line => line !== title)
  const body = textWithLinks(message, rest, 'notification.stopMessages')
  return { title, body, type: 'info', format: 'text' }
}

function post(
  server: string,
  body: unknown,
  more: { signal?: AbortSignal | undefined; timeoutMs?: number },
): Promise<Answer | NoAnswer> {
  const url = `${server.replace(/\/$/, '')}/notify`
  return guardedPost({
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    // The operator named the server, so it may be in a private network.
    agent: new (url.startsWith('https:') ? TlsAgent : Agent)({ keepAlive: false }),
    // It answers when the app has, which it waits for.
    timeoutMs: 30_000,
    ...more,
  })
}

/** The outcome of one address. 204: nothing was sent. 424: whatever the app said, so it may work later. */
function outcomeOf(answer: Answer | NoAnswer, now: Temporal.Instant): Outcome {
  if (typeof answer !== 'string') {
    const { status, said } = answer
    if (status === 204) return { kind: 'give-up', code: 'apprise-unknown-service' }
    if (status === 424) return { kind: 'retry', code: 'apprise-424', afterSeconds: null }
    // The second is what versions before 1.1.3 say.
    if (status === 200 && !/^\s*\{\s*"error"|^Notification\(s\) sent/.test(said))
      return { kind: 'give-up', code: 'apprise-unexpected-answer' }
    // The server stays, whatever it says of one request.
    if (status === 410) return { kind: 'give-up', code: 'apprise-410' }
  }
  return answerOutcome('apprise', answer, now)
}

/** The outcome of all addresses. What some of them got is not sent again to the others. */
function together(outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.filter(one => one.kind !== 'sent')
  const [first] = failed
  if (first === undefined)
    return outcomes.length > 0 ? { kind: 'sent' } : { kind: 'give-up', code: 'apprise-400' }
  if (failed.length < outcomes.length) return { kind: 'give-up', code: first.code }
  return failed.find(({ kind }) => kind === 'retry') ?? first
}
