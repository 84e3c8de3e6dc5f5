import { readSessionsOf } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'

async function open(t: Test) {
  const web = await runWeb(t)
  const signIn = async (email: string) => {
    const browser = new Browser(web)
    await browser.signIn(email)
    return browser
  }
  const [desk, phone, robin] = [
    await signIn('alex@example.com'),
    await signIn('alex@example.com'),
    await signIn('robin@example.com'),
  ]
  const sessions = (email: string) => readSessionsOf(web.db, { email, now: web.clock.now() })
  return { web, desk, phone, robin, sessions }
}

const isIn = async (browser: Browser) => (await browser.get('/settings')).statusCode === 200

const idsIn = (body: string) =>
  [...body.matchAll(/name="session_id" value="(\d+)"/g)].map(([, id = '']) => id)

t.test('a person sees where they are signed in, and ends one', async t => {
  const { desk, phone, robin } = await open(t)
  const { body } = await desk.get('/you')
  t.match(body, '<strong>this browser</strong>')
  t.match(body, 'Unknown device')
  const [id = ''] = idsIn(body)
  t.equal(idsIn(body).length, 1, 'not this one, and not the other person’s')

  const { statusCode, headers } = await desk.act('/sessions/end', { session_id: id })
  t.same([statusCode, headers.location], [302, '/you#sessions'])
  t.same([await isIn(desk), await isIn(phone), await isIn(robin)], [true, false, true])
  t.equal((await desk.act('/sessions/end', { session_id: id })).statusCode, 302, 'twice is as good')
  t.notMatch((await desk.get('/you')).body, 'Sign out the other devices')
})

t.test('ends all other sessions of this person only', async t => {
  const { desk, phone, robin, sessions } = await open(t)
  t.equal((await desk.act('/sessions/others')).headers.location, '/you#sessions')
  t.same([await isIn(desk), await isIn(phone), await isIn(robin)], [true, false, true])
  const [foreign] = await sessions('robin@example.com')
  t.equal((await desk.act('/sessions/end', { session_id: `${foreign?.id}` })).statusCode, 302)
  t.equal(await isIn(robin), true, 'a number of somebody else’s session ends nothing')
})

t.test('ends this session too and clears its cookie', async t => {
  const { desk, sessions } = await open(t)
  await desk.act('/sessions/others')
  const [mine] = await sessions('alex@example.com')
  const { headers } = await desk.act('/sessions/end', { session_id: `${mine?.id}` })
  t.equal(headers.location, '/')
  t.notOk(desk.cookies.has('session'))
  t.equal(await isIn(desk), false)
  t.same(await sessions('alex@example.com'), [])
})

t.test('signs out everywhere, here too', async t => {
  const { desk, phone, robin, sessions } = await open(t)
  const { headers } = await desk.act('/sessions/all')
  t.match(headers, { location: '/', 'clear-site-data': '"storage"' })
  t.notOk(desk.cookies.has('session'))
  t.same([await isIn(desk), await isIn(phone), await isIn(robin)], [false, false, true])
  t.same(await sessions('alex@example.com'), [])
})

t.test('an invalid number gets 400, and expired sessions are not listed', async t => {
  const { web, desk, sessions } = await open(t)
  for (const session_id of ['', '0', 'x', '1e3'])
    t.equal((await desk.act('/sessions/end', { session_id })).statusCode, 400, session_id)
  t.equal((await sessions('alex@example.com')).length, 2)
  web.clock.advance({ hours: 24 * 31 })
  t.equal((await sessions('alex@example.com')).length, 0)
})

t.test('the device is kept in a word or two, and the header is not', async t => {
  const { web, sessions } = await open(t)
  const browser = new Browser(web)
  const back = await browser.consent({ email: 'robin@example.com' })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await browser.get(back, { 'user-agent': agent })
  t.match(await sessions('robin@example.com'), [{ device: 'Firefox, Linux' }])
  t.match((await browser.get('/you')).body, '<bdi>Firefox, Linux</bdi>')
})

t.test('thousands of sessions are shown ten at a time, and a sign-in leaves fifty', async t => {
  const { web, desk, robin, sessions } = await open(t)
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    token_hash: `planted ${index}`,
    email: 'alex@example.com',
    subject: '1',
    created_at: web.clock.now().subtract({ hours: 1, seconds: index }).toString(),
    last_seen_at: web.clock.now().subtract({ hours: 1, seconds: index }).toString(),
    device: `Browser ${index}`,
  }))
  await web.db.insertInto('sessions').values(rows).execute()
  const pages = []
  for (let page = '/you'; page !== '' && pages.length < 9;) {
    const { body } = await desk.get(page)
    t.ok(body.length < 60_000, `${body.length} characters`)
    pages.push(
      [...body.matchAll(/<bdi>(Browser \d+|Unknown device)<\/bdi>/g)].map(([, name]) => name),
    )
    page = /href="(\/you\?sessions=\d+)#sessions" rel="next"/.exec(body)?.[1] ?? ''
  }
  t.same(
    pages.map(list => list.length),
    [10, 10, 10, 10, 10],
  )
  t.equal(new Set(pages.flat()).size, 49, 'each once, but for the two without a name')
  t.match((await desk.get('/you')).body, '<strong>this browser</strong>')
  for (const odd of ['0', 'x', '6', '99', '2&sessions=3'])
    t.match((await desk.get(`/you?sessions=${odd}`)).body, '<strong>this browser</strong>', odd)

  const phone = new Browser(web)
  await phone.signIn('alex@example.com')
  const left = await web.db
    .selectFrom('sessions')
    .select('device')
    .where('email', '=', 'alex@example.com')
    .execute()
  t.equal(left.length, 50)
  t.notOk(
    left.some(({ device }) => device === 'Browser 47'),
    'the least recently used have ended',
  )
  t.same([await isIn(phone), await isIn(desk), await isIn(robin)], [true, true, true])
  t.equal((await sessions('robin@example.com')).length, 1)
})
