import t from 'tap'
import { composedAt } from '../composed-at.ts'
import { familySettings } from '../home-at.ts'

t.test('every service of a home runs at a private address over plain http', async t => {
  const PUBLIC_URL = 'http://192.168.1.5:8080'
  const running = await composedAt(t, {
    settings: { ...familySettings, NODE_ENV: 'production', PUBLIC_URL, WEBHOOK_URL: '' },
  })
  await running.ready()
  const sent = await fetch(`${running.url}/auth`, { redirect: 'manual' })
  t.equal(sent.headers.get('location'), '/identity/sign-in')
  const cookies = sent.headers.getSetCookie()
  t.match(cookies[0], /^sign_in=/)
  t.notMatch(cookies.join('\n'), /secure/i)
  for (const path of ['/', '/s/nothing/']) {
    const { headers } = await fetch(running.url + path)
    t.match(headers.get('content-security-policy'), "default-src 'none'", path)
    t.notMatch(headers.get('content-security-policy'), 'upgrade-insecure-requests', path)
    t.equal(headers.get('strict-transport-security'), null, path)
  }
})
