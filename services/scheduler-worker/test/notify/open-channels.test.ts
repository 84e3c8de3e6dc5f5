import { parseSecretKeys } from '@night-routine/database/connection'
import { channelsSetUp, type Message } from '@night-routine/notifications'
import { testDatabase } from '@night-routine/testing/database'
import { startMailServer } from '@night-routine/servers/mail'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { openChannels } from '../../src/notify/open-channels.ts'

t.test('opens the channels that can send, with the settings of the installation', async t => {
  const seen: string[] = []
  const { url } = await startMailServer(t, {
    onMailFrom(_address, { hostNameAppearsAs }, callback) {
      seen.push(hostNameAppearsAs)
      callback()
    },
  })
  const { db } = await testDatabase(t)
  const config = {
    PUBLIC_URL: 'https://routine.example.org',
    SMTP_URL: url,
    CHANNEL_NETWORKS: [],
  }
  const setUp = channelsSetUp(config)
  t.ok(setUp.includes('push'))
  const senders = await openChannels(setUp, {
    config,
    db,
    keys: parseSecretKeys([Buffer.alloc(32).toString('base64')]),
    clock: { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') },
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  t.notOk(senders.push, 'the first browser makes its keys')
  const message = {
    id: '1',
    kind: 'reminder',
    text: { title: 'Tonight', lines: ['Tonight'] },
    language: 'en',
    url: 'https://routine.example.org/',
    ttlSeconds: 60,
    urgency: 'high',
  } satisfies Message
  const outcome = await senders.email?.(message, { email: 'alex@example.com', values: {} })
  t.same([outcome, seen], [{ kind: 'sent' }, ['routine.example.org']])
})
