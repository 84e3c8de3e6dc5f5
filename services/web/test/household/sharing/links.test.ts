import { createShareLink, findShareLink, readShareLinks } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import links from '../../../src/household/sharing/links-route.ts'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { alex, now, parents } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

async function open(t: Test, publicUrl = 'https://routine.example.com') {
  const named = { ...parents, b: { ...parents.b, name: 'Robin & Co' } }
  const service = await routeService(t, alex, [], 'en', { parents: named })
  const context = await webContext(t)
  await service.register(links, { ...context, publicUrl })
  return {
    post: async (url: string) => {
      const answer = await service.inject({ method: 'POST', url })
      const { statusCode, headers, cookies } = answer
      if (statusCode !== 303) return answer
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      return service.inject({ url: headers.location ?? '', headers: { cookie } })
    },
    db: context.db,
  }
}

t.test('shows a new link, and again to the person who made it', async t => {
  const { post, db } = await open(t)
  const { statusCode, headers, body } = await post('/feed')
  t.equal(statusCode, 200)
  t.match(headers, { 'cache-control': 'no-store' })
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
  const id = (await readShareLinks(db))[0]?.id
  const again = await post(`/feed/${id}/show`)
  t.equal(again.statusCode, 200)
  t.match(again.headers, { 'cache-control': 'no-store' })
  t.match(again.body, `value="${base}" readonly`)
  t.match(again.body, '<h1>Your link</h1>')

  await db.updateTable('share_links').set({ created_by: 'robin@example.com' }).execute()
  t.equal((await post(`/feed/${id}/show`)).statusCode, 404, 'of another person')
})

t.test('a link from before says why it cannot be shown', async t => {
  const { post, db } = await open(t)
  const made = { createdBy: 'alex@example.com', now }
  const id = await createShareLink(db, { tokenHash: tokenHash(newToken()), ...made })
  const { statusCode, body } = await post(`/feed/${id}/show`)
  t.equal(statusCode, 404)
  t.match(body, 'It was made before links could be shown again.')
  for (const wrong of ['0', 'x', '999'])
    t.match((await post(`/feed/${wrong}/show`)).body, 'There is no such link.')
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
