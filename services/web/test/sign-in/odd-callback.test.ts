import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'

/** What a client sends that does not encode, or not in UTF-8. */
const badlyEncoded = fc.constantFrom('%', '%zz', '%00', '%ed%a0%bd', '%ff', '&state=x', '[]=x', '#')

const oddQuery = fc.record({
  name: fc.constantFrom('code', 'state', 'error', 'error_description', 'iss', 'scope'),
  text: fc.oneof(
    { weight: 4, arbitrary: oddText().map(text => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: badlyEncoded },
  ),
})

t.test('answers odd callbacks with a page, and the next sign-in works', async t => {
  const web = await runWeb(t)
  const sessions = async () => (await web.db.selectFrom('sessions').selectAll().execute()).length
  await checkOdd(
    t,
    oddQuery,
    async ({ name, text }) => {
      const browser = new Browser(web)
      const { headers } = await browser.get('/auth')
      const state = new URL(headers.location ?? '').searchParams.get('state') ?? ''
      const answer = name.startsWith('error') ? { error: 'invalid_scope' } : { code: 'c' }
      const query = new URLSearchParams({ state, ...answer })
      query.delete(name)
      const url = `/oauth/callback?${query.toString()}&${name}=${text}`
      const { statusCode, body } = await browser.get(url)
      const isPage = body.includes('<h1>Error</h1>') && body.length < 20_000
      if (statusCode !== 400 || !isPage) throw new Error(`${statusCode} ${body.slice(0, 300)}`)
    },
    { cases: 60 },
  )
  t.equal(await sessions(), 0, 'nothing is stored')
  t.equal((await new Browser(web).signIn('alex@example.com')).statusCode, 302)
  t.equal(await sessions(), 1)
  t.ok(
    web.log.every(line => line.length < 20_000),
    'no line of the log is long',
  )
})
