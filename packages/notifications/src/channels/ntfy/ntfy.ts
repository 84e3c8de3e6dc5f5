import { randomInt } from 'node:crypto'
import type { Channel, ChannelConfig, ChannelFinding, ChannelFix, Send } from '../channel.ts'
import {
  addressFault,
  answerOutcome,
  guardedPost,
  serverFixes,
  type Answer,
  type NoAnswer,
  type OwnServerOptions,
} from '../guarded-post.ts'
import type { Outcome } from '../outcome.ts'
import { publicationOf } from './publication.ts'

const fixes: readonly ChannelFix[] = [
  ...serverFixes,
  {
    codes: /^ntfy-40[13]$/,
    fix: 'Its person fills in an access token that may write to the topic, on the page You.',
  },
  {
    codes: /^ntfy-(?:unexpected-answer|404|405|3\d\d)$/,
    fix: 'Its person fills in the address of ntfy itself on the page You: redirects are not followed.',
  },
]

/** ntfy, with the public server or one of a person's own, to the topic that the person subscribed to. */
export const ntfy: Channel = {
  name: 'channel.ntfy',
  what: 'ntfy.what',
  fields: [
    {
      name: 'server',
      label: 'ntfy.server',
      hint: 'ntfy.serverHint',
      type: 'url',
      required: true,
      initial: () => 'https://ntfy.sh',
      fault: addressFault,
    },
    {
      name: 'topic',
      label: 'ntfy.topic',
      hint: 'ntfy.topicHint',
      type: 'text',
      required: true,
      initial: secretTopic,
      fault: topic => (/^[-_A-Za-z0-9]{1,64}$/.test(topic) ? undefined : 'ntfy.topicError'),
    },
    {
      name: 'token',
      label: 'ntfy.token',
      hint: 'ntfy.tokenHint',
      type: 'password',
      // It becomes a header.
      fault: token => (/^[!-~]{1,256}$/.test(token) ? undefined : 'ntfy.tokenError'),
    },
  ],
  isSetUp: () => true,
  open: async ({ config, clock }) =>
    createNtfySender({ networks: config.CHANNEL_NETWORKS, now: () => clock.now() }),
  fixes,
  examine: ({ CHANNEL_NETWORKS: networks }, people) => {
    const servers = new Set(people.map(({ server = '' }) => addressAt(server, '/')))
    return Promise.all([...servers].map(server => examineServer(server, networks)))
  },
}

/** The topics of ntfy.sh are open to everyone who knows their name. */
function secretTopic(): string {
  const letters = Array.from({ length: 16 }, () => String.fromCharCode(97 + randomInt(26)))
  return `night-routine-${letters.join('')}`
}

/** A path of a server, which can be below another path. */
function addressAt(server: string, path: string): string {
  const url = new URL(server)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  url.search = ''
  return url.href
}

export function createNtfySender({ networks, now, ...connection }: OwnServerOptions): Send {
  return async (message, { values: { server = '', topic = '', token = '' } }, signal) => {
    const answer = await guardedPost({
      url: addressAt(server, '/'),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Night-Routine',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(publicationOf(message, topic)),
      networks,
      signal,
      ...connection,
    })
    return ntfyOutcome(answer, now())
  }
}

/** It repeats the message, after these fields, so its end is not needed. */
const published = /^\s*\{.*"event":\s?"message"/s

/** The outcome of publishing: pages that answer 200 to everything are not ntfy. */
function ntfyOutcome(answer: Answer | NoAnswer, now: Temporal.Instant): Outcome {
  const outcome = answerOutcome('ntfy', answer, now)
  if (outcome.kind !== 'sent' || typeof answer === 'string' || published.test(answer.said))
    return outcome
  return answer.isCut === true
    ? { kind: 'retry', code: 'ntfy-timeout', afterSeconds: null }
    : { kind: 'give-up', code: 'ntfy-unexpected-answer' }
}

async function examineServer(
  server: string,
  networks: ChannelConfig['CHANNEL_NETWORKS'],
): Promise<ChannelFinding> {
  const answer = await guardedPost({
    method: 'GET',
    url: addressAt(server, '/v1/health'),
    headers: { 'user-agent': 'Night-Routine' },
    body: '',
    networks,
    timeoutMs: 5000,
  })
  const code = typeof answer === 'string' ? answer : healthFault(answer)
  if (code === undefined) return { state: 'ok', text: `The ntfy server ${server} is healthy.` }
  const fix = fixes.find(({ codes }) => codes.test(`ntfy-${code}`))?.fix
  return {
    state: 'notice',
    text: `The ntfy server ${server} takes no messages: ntfy-${code}.`,
    ...(fix !== undefined && { fix }),
  }
}

function healthFault({ status, said }: Answer): string | undefined {
  if (status !== 200) return String(status)
  return /"healthy":\s?true/.test(said) ? undefined : 'unexpected-answer'
}
