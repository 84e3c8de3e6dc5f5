import { passLemonldapPages, startLemonldap } from '@night-routine/servers/openid'
import t from 'tap'
import { createOpenidSignIn } from '../../src/openid/sign-in.ts'
import { failure } from '../failure.ts'

const redirectUri = 'http://localhost:8080/oauth/callback'
const secret = 'a-secret_of.the~client-that-is-long-enough-for-HS512'
type Client = Parameters<typeof startLemonldap>[1]['clients'][number]

const clients: [Client, ...Client[]] = [
  { id: 'night-routine', secret },
  // It neither decodes the header nor reads it to its end, so this secret arrives only in the form.
  { id: 'night-routine-form', secret: 'p%ss:w+rd/~~~' },
  { id: 'night-routine-hs512', secret, algorithm: 'HS512' },
]

t.test('sign-in with LemonLDAP::NG', async t => {
  const provider = await startLemonldap(process.env, { redirectUri, clients })
  t.teardown(() => provider.stop())
  const { issuer, email } = provider
  const signInOf = (place: number, clientSecret?: string) => {
    const client = clients[place] ?? clients[0]
    const settings = { clientId: client.id, clientSecret: clientSecret ?? client.secret }
    return createOpenidSignIn({ issuer, ...settings, redirectUri })
  }
  const person = async (place: number) => {
    const signIn = signInOf(place)
    const attempt = await signIn.begin({ consent: false })
    return signIn.finish({ ...attempt, callbackUrl: await passLemonldapPages(attempt.url) })
  }
  const findings = async (place: number, clientSecret?: string) =>
    (await signInOf(place, clientSecret).examine()).map(({ state, text }) => `${state} ${text}`)

  await t.test('with the secret in the header', async t => {
    const { authenticatedAt, ...others } = await person(0)
    t.same(others, {
      email,
      emailVerified: true,
      name: null,
      subject: `${issuer} dwho`,
      grant: null,
    })
    t.type(authenticatedAt, Temporal.Instant)
    t.matchOnly(await findings(0), [/^ok /, /^ok The provider knows/])
  })

  await t.test('with a secret that it can only read in the form', async t => {
    t.match(await person(1), { email, emailVerified: true })
    t.matchOnly(await findings(1), [/^ok /, /^ok The provider knows/])
  })

  await t.test('names the algorithm of id tokens that cannot be checked', async t => {
    t.match(await failure(person(2)), { reason: 'algorithm', message: 'algorithm (HS512)' })
  })

  await t.test('the doctor repeats what it says of a wrong secret', async t => {
    t.matchOnly(await findings(0, 'wrong'), [/^ok /, /^problem .* It said: .*invalid_client/])
  })
})
