import t, { type Test } from 'tap'
import { links } from '../../../src/routes/feed/links.ts'
import { tokenHash } from '../../../src/session-token.ts'
import { alex, parents, settings } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'

async function open(t: Test, publicUrl = 'https://routine.example.com') {
  const created: { hash: string; by: string }[] = []
  const revoked: bigint[] = []
  const named = { ...parents, b: { ...parents.b, name: 'Robin & Co' } }
  const service = await routeService(t, alex)
  await service.register(links, {
    readHousehold: async () => ({ settings, parents: named }),
    createShareLink: async (hash, { email }) => void created.push({ hash, by: email }),
    revokeShareLink: async id => void revoked.push(id),
    publicUrl,
  })
  return { post: (url: string) => service.inject({ method: 'POST', url }), created, revoked }
}

t.test('shows a new link once and stores only its digest', async t => {
  const { post, created } = await open(t)
  const { statusCode, headers, body } = await post('/feed')
  t.equal(statusCode, 201)
  t.match(headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const [token] = /(?<=\/feed\/)[\w-]{43}(?=\/calendar\.ics)/.exec(body) ?? []
  t.ok(token)
  t.same(created, [{ hash: tokenHash(token ?? ''), by: 'alex@example.com' }])
  const base = `https://routine.example.com/feed/${token}/calendar.ics`
  // Handlebars escapes `=` too.
  for (const address of [base, `${base}?parent&#x3D;a`, `${base}?parent&#x3D;b`])
    t.match(body, `value="${address}" readonly`)
  t.match(body, `href="webcal://routine.example.com/feed/${token}/calendar.ics"`)
  t.match(body, `href="https://routine.example.com/share/${token}"`)
  t.match(body, 'Nights of Robin &amp; Co')
})

t.test('two links are two secrets', async t => {
  const { post, created } = await open(t)
  await post('/feed')
  await post('/feed')
  t.not(created[0]?.hash, created[1]?.hash)
})

t.test('revoking leads back to the links', async t => {
  const { post, revoked } = await open(t)
  const { statusCode, headers } = await post('/feed/12/revoke')
  t.equal(statusCode, 302)
  t.equal(headers.location, '/settings#feed')
  t.same(revoked, [12n])
  for (const id of ['0', 'x', '-1', '1e3', '9223372036854775808'])
    t.equal((await post(`/feed/${id}/revoke`)).statusCode, 404, id)
  t.same(revoked, [12n])
})
