import type { ChannelConfig } from '@night-routine/notifications'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { channelLines } from '../../src/you/channels-view.ts'

const now = Temporal.Instant.from('2026-11-26T18:00:00Z')
const config: ChannelConfig = {
  PUBLIC_URL: 'https://nights.example.org',
  SMTP_URL: 'smtp+plain://127.0.0.1:1',
  MAIL_FROM: 'nights@example.org',
  APPRISE_URL: 'http://127.0.0.1:1',
  CHANNEL_NETWORKS: [],
}

/** What the page says of the last message by a channel, which failed with this code. */
function failure(channel: 'email' | 'push' | 'ntfy' | 'apprise' | 'webhook', error: string) {
  const times = { at: now, createdAt: now }
  const last = [{ channel, state: 'failed', error, kind: 'changes', ...times }] as const
  const wording = wordingFor('en', { calendar: 'google', signIn: 'Google' })
  const facts = { config, stored: [], last, now, wording }
  return channelLines(facts).find(({ id }) => id === channel)?.last
}

t.test('the page says why a message failed', t => {
  for (const [channel, code, reason] of [
    ['ntfy', 'ntfy-unreachable', 'the server can’t be reached.'],
    ['webhook', 'webhook-timeout', 'the server can’t be reached.'],
    ['webhook', 'webhook-tls', 'the server’s certificate can’t be trusted.'],
    [
      'ntfy',
      'ntfy-private-address',
      'the address is in a private network, which isn’t allowed here.',
    ],
    ['email', 'smtp-auth', 'the server refused it. Check the password or token.'],
    ['ntfy', 'ntfy-403', 'the server refused it. Check the password or token.'],
    [
      'email',
      'smtp-no-passwords',
      'the mail server takes no passwords any more. The person who runs this server can choose another one.',
    ],
    ['email', 'smtp-app-password', 'the server refused it. Check the password or token.'],
    ['email', 'smtp-550', 'the mail server refused it.'],
    ['webhook', 'webhook-302', 'something else answers at that address. Check it.'],
    ['webhook', 'webhook-410', 'it no longer exists, so we turned it off.'],
    ['webhook', 'webhook-503', 'the server is busy or in trouble.'],
    ['email', 'smtp-451', 'the server is busy or in trouble.'],
    ['ntfy', 'ntfy-key-lost', 'what you filled in can’t be read any more. Fill it in again.'],
    ['webhook', 'webhook-418', 'it didn’t get through.'],
  ] as const)
    t.equal(failure(channel, code), `last message just now: ${reason}`, code)
  t.match(failure('apprise', 'apprise-424'), 'Apprise couldn’t pass it on.')
  t.match(failure('apprise', 'apprise-unknown-service'), 'Apprise doesn’t know one of')
  t.end()
})
