import t from 'tap'
import { browserOf, publicUrl, webWithCredentials } from '../web-with-credentials.ts'
import { alexAddress, signIn, twoPeople } from './two-people.ts'

t.test('password managers find the page on which a person changes how they sign in', async t => {
  const { service } = await webWithCredentials(t)
  const change = await service.inject('/.well-known/change-password')
  t.match(change, { statusCode: 302, headers: { location: '/you#signing-in' } })
  const page = `${publicUrl}/you#signing-in`
  const endpoints = await service.inject('/.well-known/passkey-endpoints')
  t.same(endpoints.json(), { enroll: page, manage: page })
  const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  t.equal((await service.inject(probe)).statusCode, 404)
})

t.test('at an address that is a number, no page offers a passkey', async t => {
  const { build } = await twoPeople(t)
  for (const PUBLIC_URL of ['http://127.0.0.1:8080', 'https://[fd00::5]']) {
    const service = await build({ PUBLIC_URL })
    const browser = browserOf(service)
    const { body } = await browser.send('/identity/sign-in')
    t.match(body, 'Password')
    t.notMatch(body, 'data-passkey=')
    t.equal((await service.inject('/.well-known/passkey-endpoints')).statusCode, 404)
    await signIn(browser, { email: alexAddress })
    const you = (await browser.send('/you')).body
    t.match(you, 'Passkeys need an address with a name. This one is a number.')
    t.notMatch(you, 'action="/you/passkeys"')
  }
})
