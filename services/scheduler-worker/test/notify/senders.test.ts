import { parseSecretKeys } from '@night-routine/database'
import { testDatabase } from '@night-routine/testing/database'
import { startMailServer } from '@night-routine/servers/mail'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { createSenders, greetingOf } from '../../src/notify/senders.ts'

t.test('greets mail servers with the host of PUBLIC_URL', async t => {
  for (const [url, greeting] of [
    ['https://routine.example.org', 'routine.example.org'],
    ['https://routine.exämple.org:8443', 'routine.xn--exmple-cua.org'],
    ['http://192.168.1.5:8080', '[192.168.1.5]'],
    ['http://[2001:db8::1]:8080', '[IPv6:2001:db8::1]'],
    ['http://localhost:8080', undefined],
    ['http://nas', undefined],
  ] as const)
    t.equal(greetingOf(url), greeting, url)

  const seen: string[] = []
  const { url } = await startMailServer(t, {
    onMailFrom(_address, { hostNameAppearsAs }, callback) {
      seen.push(hostNameAppearsAs)
      callback()
    },
  })
  const { db } = await testDatabase(t)
  const senders = createSenders({
    db,
    keys: parseSecretKeys([Buffer.alloc(32).toString('base64')]),
    publicUrl: 'https://routine.example.org',
    smtpUrl: url,
    mailFrom: undefined,
    clock: { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') },
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  const { mail } = await senders()
  const outcome = await mail?.({
    to: 'alex@example.com',
    subject: 'Tonight',
    text: 'Tonight',
    messageId: '<1@routine.example.org>',
    unsubscribeUrl: 'https://routine.example.org/unsubscribe',
    language: 'en',
  })
  t.same([outcome, seen], [{ kind: 'sent' }, ['routine.example.org']])
})
