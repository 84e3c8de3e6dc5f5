import t from 'tap'
import { createOpenidSignIn } from '../../src/openid/sign-in.ts'
import { scriptedServer } from '../scripted-server.ts'
import { email, personAt, startProvider } from './started-provider.ts'

t.test('works with a client that sends its secret in the form', async t => {
  const provider = await startProvider(t, {
    more: {
      clientAuthMethods: ['client_secret_post'],
      clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    },
  })
  t.match(await personAt(provider), { email })
})

t.test('signs in once more with the secret in the form, where the header is refused', async t => {
  const provider = await startProvider(t, {
    more: { clientDefaults: { token_endpoint_auth_method: 'client_secret_post' } },
  })
  t.match(await personAt(provider), { email })
  const [, client] = await createOpenidSignIn(provider.options).examine()
  t.match(client, { state: 'ok' }, 'the doctor does the same')
})

t.test('sends an id and a secret of plain characters as they are', async t => {
  const clientSecret = 'a-secret.of_the~client'
  for (const [secret, header] of [
    [clientSecret, `night-routine:${clientSecret}`],
    ["a b+c:!*'()", 'night-routine:a+b%2Bc%3A%21%2A%27%28%29'],
  ] as const) {
    const provider = await startProvider(t, { clientSecret: secret })
    t.match(await personAt(provider), { email }, 'a provider that decodes the header')
    const seen: string[] = []
    const issuer: string = await scriptedServer(t, (request, answer) => {
      seen.push(String(request.headers.authorization))
      const paths = { authorization_endpoint: '/a', token_endpoint: '/t', jwks_uri: '/k' }
      const body = Object.entries(paths).map(([name, path]) => [name, `${issuer}${path}`])
      answer.setHeader('content-type', 'application/json')
      if (request.url === '/t') answer.writeHead(400).end('{"error":"invalid_grant"}')
      else answer.end(JSON.stringify({ issuer, ...Object.fromEntries(body) }))
    })
    await createOpenidSignIn({ ...provider.options, issuer }).examine()
    t.equal(Buffer.from(seen.at(-1)?.slice(6) ?? '', 'base64').toString(), header)
  }
})
