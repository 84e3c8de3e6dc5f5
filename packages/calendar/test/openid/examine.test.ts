import t from 'tap'
import { createOpenidSignIn, type OpenidOptions } from '../../src/openid/sign-in.ts'
import { failure } from '../failure.ts'
import { personAt, startProvider } from './started-provider.ts'

t.test('the doctor finds the provider, and whether it knows our client', async t => {
  const provider = await startProvider(t)
  const states = async (more: Partial<OpenidOptions>) =>
    (await createOpenidSignIn({ ...provider.options, ...more }).examine()).map(({ state }) => state)
  t.same(await states({}), ['ok', 'ok'])
  t.same(await states({ clientSecret: 'wrong' }), ['ok', 'problem'])
  t.same(await states({ clientId: 'another' }), ['ok', 'problem'])
  t.same(await states({ issuer: `${provider.issuer}/none` }), ['problem'])
  t.same(await states({ issuer: 'http://127.0.0.1:9' }), ['problem'])
})

t.test('the doctor repeats what the provider said of our client', async t => {
  const provider = await startProvider(t)
  const wrong = createOpenidSignIn({ ...provider.options, clientSecret: 'wrong' })
  t.match(
    (await wrong.examine())[1]?.text,
    /It said: .*invalid_client: client authentication failed/,
  )
})

t.test('names an algorithm that cannot be checked', async t => {
  for (const alg of ['HS256', 'HS512'] as const) {
    const provider = await startProvider(t, {
      clientSecret: 'a secret of the client that is long enough for HS512, which are 64 bytes',
      more: {
        enabledJWA: { idTokenSigningAlgValues: ['HS256', 'HS512'] },
        clientDefaults: { id_token_signed_response_alg: alg },
      },
    })
    const error = await failure(personAt(provider))
    t.match(error, { name: 'SignInError', reason: 'algorithm', message: `algorithm (${alg})` })
    const [, signature] = await createOpenidSignIn(provider.options).examine()
    t.match(signature, {
      state: 'problem',
      text: /HS256, HS512/,
      fix: /sign id tokens with RS256 or ES256/i,
    })
  }
})
