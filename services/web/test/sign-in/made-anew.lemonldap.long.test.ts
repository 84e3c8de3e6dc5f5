import { releaseMember } from '@night-routine/database/people'
import { freePort } from '@night-routine/servers'
import { passLemonldapPages, startLemonldap } from '@night-routine/servers/openid'
import t from 'tap'
import { publicUrl, visitor, webWithOwnServers } from '../own-servers.ts'

const client = { id: 'night-routine', secret: 'a-secret.of_the~client-that-is-long-enough' }

/** Nothing asks it here. */
const calendar = { url: 'http://127.0.0.1:9/', username: 'parents', password: 'any' }

t.test('a household signs in with LemonLDAP::NG', async t => {
  const port = await freePort()
  const start = async (more: object) =>
    startLemonldap(process.env, {
      redirectUri: `${publicUrl}/oauth/callback`,
      clients: [{ ...client, ...more }],
      port,
    })
  let provider = await start({})
  t.teardown(() => provider.stop())
  const { issuer, email } = provider
  const again = async (more: object) => {
    await provider.stop()
    provider = await start(more)
  }
  const settings = { issuer, clientId: client.id, clientSecret: client.secret }
  const { service, db } = await webWithOwnServers(t, [calendar, settings], {
    ALLOWED_EMAILS: email,
  })
  const signIn = async () => visitor(service, passLemonldapPages).signIn(email)

  await t.test('which lets a person in', async t => {
    const { statusCode, headers } = await signIn()
    t.equal(statusCode, 302)
    t.equal(headers.location, '/calendars')
  })

  await t.test('and confirms that it is them, which it asks anew and says when', async t => {
    const person = visitor(service, passLemonldapPages)
    await person.signIn(email)
    const asked = await person.send('/people/invitations', { parent: 'b' })
    t.equal(asked.statusCode, 403)
    const { headers } = await person.signIn(email, '/auth?intent=confirm')
    t.equal(headers.location, '/confirm')
    const [, confirmation = ''] =
      /name="confirmation" value="([^"]+)"/.exec((await person.send('/confirm')).body) ?? []
    t.equal((await person.send('/people/invitations', { confirmation })).statusCode, 303)
  })

  await t.test('and, made anew, is explained: the operator lets the person in again', async t => {
    await again({ subject: 'mail' })
    const { statusCode, body } = await signIn()
    t.equal(statusCode, 403)
    t.match(body, `people rebind ${email}`)
    t.equal(await releaseMember(db, email), true)
    t.equal((await signIn()).statusCode, 302)
    await again({})
    t.equal((await signIn()).statusCode, 403, 'the old account is not let in again')
  })

  await t.test('and whose id tokens cannot be checked is named', async t => {
    await again({ algorithm: 'HS512' })
    const { statusCode, body } = await signIn()
    t.equal(statusCode, 502)
    t.match(body, 'can choose RS256 or ES256')
  })
})
