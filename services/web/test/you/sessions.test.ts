import { readSessionsOf } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'

const isIn = async (browser: Browser) => (await browser.get('/settings')).statusCode === 200

const idsIn = (body: string) =>
  [...body.matchAll(/name="session_id" value="(\d+)"/g)].map(([, id = '']) => id)

t.test('the sessions of a person', async t => {
  const web = await runWeb(t)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const signIn = async (email: string) => {
    const browser = new Browser(web)
    await browser.get(await browser.consent({ email }), { 'user-agent': agent })
    return browser
  }
  const [desk, phone, robin] = [
    new Browser(web),
    new Browser(web),
    await signIn('robin@example.com'),
  ]
  for (const browser of [desk, phone]) await browser.signIn('alex@example.com')
  const all = async () => [await isIn(desk), await isIn(phone), await isIn(robin)]
  const sessions = (email: string) => readSessionsOf(web.db, { email, now: web.clock.now() })
  const page = async () => (await desk.get('/you')).body
  const end = (session_id: string) => desk.act('/sessions/end', { session_id })

  await t.test('are listed, and one is ended', async t => {
    t.match(await page(), '<strong>this browser</strong>')
    t.match(await page(), 'Unknown device')
    t.match((await robin.get('/you')).body, '<bdi>Firefox, Linux</bdi>', 'in a word or two')
    t.match(await sessions('robin@example.com'), [{ device: 'Firefox, Linux' }])
    const [id = '', ...more] = idsIn(await page())
    t.same(more, [], 'not this one, and not the other person’s')
    const [foreign] = await sessions('robin@example.com')
    t.equal((await end(`${foreign?.id}`)).statusCode, 302)
    t.same(await all(), [true, true, true], 'a number of somebody else’s ends nothing')
    const { statusCode, headers } = await end(id)
    t.same([statusCode, headers.location], [302, '/you#sessions'])
    t.same(await all(), [true, false, true])
    t.equal((await end(id)).statusCode, 302, 'twice is as good')
    t.notMatch(await page(), 'Sign out the other devices')
    for (const odd of ['', '1e3']) t.equal((await end(odd)).statusCode, 400, odd)
  })

  await t.test('end all at once, the others or here too', async t => {
    await phone.signIn('alex@example.com')
    t.equal((await desk.act('/sessions/others')).headers.location, '/you#sessions')
    t.same(await all(), [true, false, true])
    const [mine] = await sessions('alex@example.com')
    t.equal((await end(`${mine?.id}`)).headers.location, '/', 'this one too')
    t.notOk(desk.cookies.has('session'))
    for (const browser of [desk, phone]) await browser.signIn('alex@example.com')
    const { headers } = await desk.act('/sessions/all')
    t.match(headers, { location: '/', 'clear-site-data': '"storage"' })
    t.notOk(desk.cookies.has('session'))
    t.same(await all(), [false, false, true])
    t.same(await sessions('alex@example.com'), [])
  })

  await t.test('are shown ten at a time, and a sign-in leaves fifty', async t => {
    await desk.signIn('alex@example.com')
    const rows = Array.from({ length: 2_000 }, (_, index) => {
      const at = web.clock.now().subtract({ hours: 1, seconds: index }).toString()
      const device = `Browser ${index}`
      const person = { email: 'alex@example.com', subject: '1', device }
      return { token_hash: `planted ${index}`, ...person, created_at: at, last_seen_at: at }
    })
    await web.db.insertInto('sessions').values(rows).execute()
    const pages = []
    for (let path = '/you'; path !== '' && pages.length < 9;) {
      const { body } = await desk.get(path)
      t.ok(body.length < 60_000, `${body.length} characters`)
      pages.push([...body.matchAll(/<bdi>(Browser \d+|Unknown device)<\/bdi>/g)].map(String))
      path = /href="(\/you\?sessions=\d+)#sessions" rel="next"/.exec(body)?.[1] ?? ''
    }
    t.same(
      pages.map(list => list.length),
      [10, 10, 10, 10, 10],
    )
    t.equal(new Set(pages.flat()).size, 50, 'each once')
    for (const odd of ['x', '6', '2&sessions=3'])
      t.match((await desk.get(`/you?sessions=${odd}`)).body, '<strong>this browser</strong>', odd)
    await phone.signIn('alex@example.com')
    t.equal((await sessions('alex@example.com')).length, 50)
    t.same(await all(), [true, true, true], 'the least recently used have ended')
    web.clock.advance({ hours: 24 * 31 })
    t.same(await sessions('alex@example.com'), [], 'expired ones are not listed')
  })
})
