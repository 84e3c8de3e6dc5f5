import t from 'tap'
import { browserOf } from '../web-with-credentials.ts'
import { robinAddress, twoPeople } from './two-people.ts'

const mail = { SMTP_URL: 'smtp+plain://127.0.0.1:9' }
const sent = 'If there is an account with this address, an e-mail is on its way.'

type Home = Awaited<ReturnType<typeof twoPeople>>

const waiting = async (db: Home['db']) =>
  (await db.selectFrom('notification_deliveries').selectAll().execute())
    .filter(({ kind }) => kind === 'recovery')
    .map(({ email, channel, state }) => `${email} ${channel} ${state}`)

t.test('asks for a mail with a link, and gives every address the same answer', async t => {
  const { service, db } = await twoPeople(t, mail)
  const phone = browserOf(service, { from: '192.0.2.1' })
  const { answer: signIn } = await phone.follow('/auth')
  t.match(signIn.body, 'href="/identity/forgot">Send me a link to a new password</a>')
  t.match((await phone.send('/identity/forgot')).body, 'autocomplete="username"')
  const known = await phone.send('/identity/forgot', { email: ' Robin@Example.com ' })
  t.equal(known.statusCode, 200)
  t.match(known.body, sent)
  t.same(await waiting(db), ['robin@example.com email waiting'])
  const requests = await db
    .selectFrom('job_requests')
    .selectAll()
    .where('kind', '=', 'notify')
    .execute()
  t.equal(requests.length, 1)
  const unknown = await phone.send('/identity/forgot', { email: 'nobody@example.com' })
  t.same([unknown.statusCode, unknown.body], [known.statusCode, known.body])
  t.equal((await waiting(db)).length, 1)
})

t.test('refuses what is no address, and saves nothing', async t => {
  const { service, db } = await twoPeople(t, mail)
  const phone = browserOf(service)
  for (const email of ['', 'robin', 'robin@', 'a b@example.com', `${'x'.repeat(260)}@b.c`]) {
    const { statusCode, body } = await phone.send('/identity/forgot', { email })
    t.equal(statusCode, 400, email)
    t.match(body, 'Enter an e-mail address, such as alex@example.com.')
  }
  t.equal((await phone.send('/identity/forgot', {})).statusCode, 400)
  t.equal((await phone.send('/identity/forgot', { email: 'x'.repeat(400) })).statusCode, 400)
  t.same(await waiting(db), [])
})

t.test('without mail there is no such page, and the sign-in says whom to ask', async t => {
  const { service } = await twoPeople(t)
  const phone = browserOf(service)
  t.equal((await phone.send('/identity/forgot')).statusCode, 404)
  const { answer } = await phone.follow('/auth')
  t.match(answer.body, 'ask the other parent for a link to a new one')
  t.notMatch(answer.body, '/identity/forgot')
})

t.test('slows down a network', async t => {
  const { service, db, advance } = await twoPeople(t, mail)
  const phone = browserOf(service, { from: '198.51.100.9' })
  const ask = async (email: string) => phone.send('/identity/forgot', { email })
  for (const index of [1, 2, 3, 4, 5]) t.equal((await ask(`n${index}@example.com`)).statusCode, 200)
  const { statusCode, body } = await ask(robinAddress)
  t.equal(statusCode, 429, 'also that of its person')
  t.match(body, /Too many attempts\. Try again in \d+ seconds\./)
  t.same(await waiting(db), [], 'a refused request sends nothing')
  advance({ minutes: 5 })
  t.equal((await ask(robinAddress)).statusCode, 200)
})

t.test('sends ten mails a day to an address, and never mentions the limit', async t => {
  const { service, db, advance } = await twoPeople(t, mail)
  const bodies = new Set<string>()
  const ask = async (index: number, email = robinAddress) => {
    const stranger = browserOf(service, { from: `192.0.2.${index}` })
    const { body } = await stranger.send('/identity/forgot', { email })
    bodies.add(body)
    // The worker sends it.
    const { numDeletedRows } = await db.deleteFrom('notification_deliveries').executeTakeFirst()
    return Number(numDeletedRows)
  }
  let mails = 0
  for (let index = 1; index <= 12; index += 1) mails += await ask(index)
  t.equal(mails, 10)
  t.equal(await ask(13, 'nobody@example.com'), 0)
  t.equal(bodies.size, 1)
  advance({ hours: 24 })
  t.equal(await ask(14), 1)
})
