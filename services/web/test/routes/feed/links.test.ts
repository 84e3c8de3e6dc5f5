import { createShareLink, findShareLink, readShareLinks } from '@night-routine/database'
import t, { type Test } from 'tap'
import links from '../../../src/routes/feed/links-route.ts'
import { newToken, tokenHash } from '../../../src/session.ts'
import { alex, now, parents } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

async function open(t: Test, publicUrl = 'https://routine.example.com') {
  const named = { ...parents, b: { ...parents.b, name: 'Robin & Co' } }
  const service = await routeService(t, alex, [], 'en', { parents: named })
  const context = await webContext(t)
  await service.register(links, { ...context, publicUrl })
  return { post: (url: string) => service.inject({ method: 'POST', url }), db: context.db }
}

t.test('shows a new link once and stores only its digest', async t => {
  const { post, db } = await open(t)
  const { statusCode, headers, body } = await post('/feed')
  t.equal(statusCode, 201)
  t.match(headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const [token] = /(?<=\/feed\/)[\w-]{43}(?=\/calendar\.ics)/.exec(body) ?? []
  t.ok(token)
  t.match(await findShareLink(db, tokenHash(token ?? '')), { createdBy: 'alex@example.com' })
  t.equal((await readShareLinks(db)).length, 1)
  const base = `https://routine.example.com/feed/${token}/calendar.ics`
  // Handlebars escapes `=` too.
  for (const address of [base, `${base}?parent&#x3D;a`, `${base}?parent&#x3D;b`])
    t.match(body, `value="${address}" readonly`)
  t.match(body, `href="webcal://routine.example.com/feed/${token}/calendar.ics"`)
  t.match(body, `href="https://routine.example.com/share/${token}"`)
  t.match(body, 'Nights of Robin &amp; Co')
})

t.test('two links are two secrets', async t => {
  const { post, db } = await open(t)
  const [one, other] = [await post('/feed'), await post('/feed')]
  t.not(one.body, other.body)
  t.equal((await readShareLinks(db)).length, 2)
})

t.test('revoking leads back to the links', async t => {
  const { post, db } = await open(t)
  for (let count = 0; count < 2; count++)
    await createShareLink(db, { tokenHash: tokenHash(newToken()), createdBy: 'x', now })
  const [kept, revoked] = await readShareLinks(db)
  const { statusCode, headers } = await post(`/feed/${revoked?.id}/revoke`)
  t.equal(statusCode, 302)
  t.equal(headers.location, '/settings/sharing#feed')
  t.match(await readShareLinks(db), [{ id: kept?.id }])
  for (const id of ['0', 'x', '-1', '1e3', '9223372036854775808'])
    t.equal((await post(`/feed/${id}/revoke`)).statusCode, 404, id)
  t.equal((await readShareLinks(db)).length, 1)
})
