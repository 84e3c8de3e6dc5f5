import { startInbox } from '@night-routine/servers/receivers'
import t from 'tap'
import { composedAt, visitorOf } from './composed-at.ts'

t.test('a test message goes through the Apprise server that the operator named', async t => {
  const apprise = await startInbox(t, response => response.end('{"error": null}'))
  const home = await composedAt(t, { settings: { APPRISE_URL: apprise.url } })
  await home.ready()
  const { form, confirmed, ask } = await visitorOf(home)
  await confirmed('/you/channels/apprise', { urls: 'gotify://host/token' })
  await form('/you/channels/apprise/test', {})
  t.match(await (await ask('/you')).text(), 'The test message was sent.')
  t.match(apprise.received, [{ path: '/notify', body: /gotify:\/\/host\/token/ }])
})
