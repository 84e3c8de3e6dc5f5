import t from 'tap'
import { Browser } from '../../browser.ts'
import { day } from '../../nights.ts'
import { runWeb } from '../../running-web.ts'
import { changes, household, tonightOf } from './page-changes.ts'

t.test('the page shows every change that was made before it was requested', async t => {
  const web = await runWeb(t)
  const browser = await household(web)
  const page = async () => (await browser.get('/')).body
  for (const [what, make, shows] of changes) {
    const before = await page()
    await make(web)
    const after = await page()
    t.not(after, before, what)
    t.match(after, shows, what)
  }
})

t.test('each month, night, person and language has a different page', async t => {
  const web = await runWeb(t)
  const alexs = await household(web)
  const robins = new Browser(web)
  await robins.signIn('robin@example.com')
  const month = tonightOf(web).slice(0, 7)
  const [night] = await web.db.selectFrom('assignments').select('id').orderBy('night').execute()
  const asked: [Browser, url: string, says: RegExp][] = [
    [alexs, '/', /Signed in as alex@/],
    [robins, '/', /Signed in as robin@/],
    [alexs, `/?month=${month}`, /Signed in as alex@/],
    [
      alexs,
      `/?month=${day(`${month}-01`).add({ months: 1 }).toString().slice(0, 7)}`,
      /class="today"/,
    ],
    [alexs, `/?night=${night?.id}`, /<section class="night"/],
    [new Browser(web), '/', /class="welcome"/],
  ]
  const open = async ([browser, url, says]: (typeof asked)[number]) => {
    const { body, headers } = await browser.get(url)
    t.match(body, says, url)
    t.equal(headers['cache-control'], 'no-store')
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    // What an open page says without a network has the time in it.
    return body.replace(/<p class="offline[^]*?<\/p>/, '')
  }
  const bodies = new Set<string>()
  for (const each of asked) bodies.add(await open(each))
  t.equal(bodies.size, 6)
  await Promise.all([...asked, ...asked.toReversed()].map(open))
  await web.db.deleteFrom('sessions').where('email', '=', 'alex@example.com').execute()
  t.match((await alexs.get('/')).body, /class="welcome"/, 'a session that ended shows nothing')
  t.match((await robins.get('/')).body, /Signed in as robin@/)
})
