import { readSessionsOf } from '@night-routine/database'
import t, { type Test } from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'

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
  const { body } = await desk.get('/settings')
  t.match(body, '<strong>this browser</strong>')
  t.match(body, 'Unknown device')
  const [id = ''] = idsIn(body)
  t.equal(idsIn(body).length, 1, 'not this one, and not the other person’s')

  const { statusCode, headers } = await desk.post('/sessions/end', { session_id: id })
  t.same([statusCode, headers.location], [302, '/settings#sessions'])
  t.same([await isIn(desk), await isIn(phone), await isIn(robin)], [true, false, true])
  t.equal(
    (await desk.post('/sessions/end', { session_id: id })).statusCode,
    302,
    'twice is as good',
  )
  t.notMatch((await desk.get('/settings')).body, 'End all others')
})

t.test('all others at once, and nobody else’s', async t => {
  const { desk, phone, robin, sessions } = await open(t)
  t.equal((await desk.post('/sessions/others')).headers.location, '/settings#sessions')
  t.same([await isIn(desk), await isIn(phone), await isIn(robin)], [true, false, true])
  const [foreign] = await sessions('robin@example.com')
  t.equal((await desk.post('/sessions/end', { session_id: `${foreign?.id}` })).statusCode, 302)
  t.equal(await isIn(robin), true, 'a number of somebody else’s session ends nothing')
})

t.test('this one, too: the browser forgets its cookie', async t => {
  const { desk, sessions } = await open(t)
  await desk.post('/sessions/others')
  const [mine] = await sessions('alex@example.com')
  const { headers } = await desk.post('/sessions/end', { session_id: `${mine?.id}` })
  t.equal(headers.location, '/')
  t.notOk(desk.cookies.has('session'))
  t.equal(await isIn(desk), false)
  t.same(await sessions('alex@example.com'), [])
})

t.test('what is no number is 400, and a session that has run out is not listed', async t => {
  const { web, desk, sessions } = await open(t)
  for (const session_id of ['', '0', 'x', '1e3'])
    t.equal((await desk.post('/sessions/end', { session_id })).statusCode, 400, session_id)
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
  t.match((await browser.get('/settings')).body, '<bdi>Firefox, Linux</bdi>')
})
