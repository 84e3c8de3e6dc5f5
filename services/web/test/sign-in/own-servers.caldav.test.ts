import { readCalendar, readToken } from '@night-routine/database/calendar'
import { parseSecretKeys } from '@night-routine/database/connection'
import { readMembers } from '@night-routine/database/people'
import { startRadicale } from '@night-routine/servers/caldav'
import { passOpenidPages, startOpenidProvider } from '@night-routine/servers/openid'
import t, { type Test } from 'tap'
import { publicUrl, secretKey, visitor as visitorOf, webWithOwnServers } from '../own-servers.ts'

/** Web with a calendar server and an identity provider for this test. */
async function ownServers(t: Test) {
  const radicale = await startRadicale(t.testdir())
  t.teardown(() => radicale.stop())
  let verified: boolean | undefined = true
  const provider = await startOpenidProvider({
    redirectUris: [`${publicUrl}/oauth/callback`],
    claims: email => ({ email, email_verified: verified }),
  })
  t.teardown(() => provider.stop())
  const { service, db } = await webWithOwnServers(t, [radicale, provider])
  const verify = (value: boolean | undefined) => {
    verified = value
  }
  const visitor = () => visitorOf(service, passOpenidPages)
  return { visitor, db, verify, provider }
}

t.test('a household without an account at any company', async t => {
  const { visitor, db, verify, provider } = await ownServers(t)
  const alex = visitor()

  await t.test('is offered the sign-in by its own name', async t => {
    const { body } = await alex.send('/')
    t.match(body, `Sign in with ${new URL(provider.issuer).host}`)
    t.notMatch(body, /google/i)
  })

  await t.test('does not let in an address that is not verified', async t => {
    for (const verified of [false, undefined]) {
      verify(verified)
      const answer = await visitor().signIn('alex@example.com')
      t.equal(answer.statusCode, 403)
      t.match(answer.body, /hasn’t verified alex@example.com/)
    }
    verify(true)
    t.same(await readMembers(db), [])
  })

  await t.test('does not let in a stranger', async t => {
    t.equal((await visitor().signIn('kim@example.com')).statusCode, 403)
  })

  await t.test('signs in, makes a calendar, and selects it', async t => {
    const back = await alex.signIn('alex@example.com')
    t.equal(back.statusCode, 302)
    t.equal(back.headers.location, '/calendars')
    const none = await alex.send('/calendars')
    t.match(none.body, 'Make a calendar “Night Routine”')
    t.notMatch(none.body, /google/i)
    t.equal((await alex.send('/calendars/make', {})).headers.location, '/calendars')
    const { body } = await alex.send('/calendars')
    const [, id = ''] = /name="calendar_id" value="([^"]+)"/.exec(body) ?? []
    t.match(body, 'Night Routine')
    t.notMatch(body, /google/i)
    const selected = await alex.send('/calendars/select', { calendar_id: id })
    t.equal(selected.headers.location, '/')
    t.match(await readCalendar(db), { calendarId: id, calendarName: 'Night Routine' })
    t.equal(await readToken(db, parseSecretKeys([secretKey])), undefined, 'no token is stored')
  })

  await t.test('shows no other provider on any page', async t => {
    for (const path of ['/', '/calendars', '/help', '/settings', '/settings/sharing', '/history'])
      t.notMatch((await alex.send(path)).body, /google/i, path)
  })

  await t.test('lets the other parent sign in, who then sees the month', async t => {
    const robin = visitor()
    t.equal((await robin.signIn('robin@example.com', '/auth?intent=reconnect')).statusCode, 302)
    t.equal((await robin.send('/calendars')).headers.location, '/')
  })

  await t.test('says that the provider is away', async t => {
    const later = visitor()
    const { headers } = await later.send('/auth')
    const back = new URL(await passOpenidPages(String(headers.location), 'alex@example.com'))
    await provider.stop()
    const { statusCode, body } = await later.send(`${back.pathname}${back.search}`)
    t.equal(statusCode, 502)
    t.match(body, 'isn’t responding. Try again in a moment.')
  })
})
