import { startApprise, startInbox, startNtfy } from '@night-routine/servers/receivers'
import t, { type Test } from 'tap'
import { apprise, sendByApprise } from '../../../src/channels/apprise/apprise.ts'
import { asked, askedBody } from './message.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

async function sender(t: Test) {
  const { url } = await startApprise(t)
  const send = sendByApprise(url, () => now)
  return {
    url,
    send: (urls: string) => send(asked, { email: 'alex@example.com', values: { urls } }),
  }
}

t.test('the library of Apprise takes the message to another app', async t => {
  const { url, send } = await sender(t)
  const [inbox, ntfy] = [await startInbox(t), await startNtfy(t)]
  const published = `ntfy://${ntfy.user}:${ntfy.password}@${ntfy.host}/nights-a`
  t.same(await send(`json://${inbox.host}/a,b\n${published}`), { kind: 'sent' })
  const { title } = asked.text
  t.match(JSON.parse(inbox.received[0]?.body ?? ''), { title, message: askedBody, type: 'info' })
  t.match(ntfy.messages, [{ topic: 'nights-a', title, message: askedBody }])
  t.match(await apprise.examine?.({ PUBLIC_URL: '', CHANNEL_NETWORKS: [], APPRISE_URL: url }, []), [
    { state: 'ok' },
  ])
})

t.test('an app that refuses, and one that Apprise does not know', async t => {
  const { send } = await sender(t)
  const full = await startInbox(t, response => response.writeHead(507).end())
  t.match(await send(`json://${full.host}/a`), { kind: 'retry', code: 'apprise-424' })
  t.match(await send('nosuch://host/token'), { kind: 'give-up', code: 'apprise-unknown-service' })
  const inbox = await startInbox(t)
  t.match(await send(`json://${inbox.host}/a nosuch://host/token`), {
    kind: 'give-up',
    code: 'apprise-unknown-service',
  })
  t.equal(inbox.received.length, 1)
})
