import t from 'tap'
import { browserOf } from '../web-with-credentials.ts'
import { robinAddress, twoPeople } from './two-people.ts'

const path = '/identity/forgot'

t.test('a mail with a link to a new password', async t => {
  const { service, db, build, advance } = await twoPeople(t, {
    SMTP_URL: 'smtp+plain://127.0.0.1:9',
  })
  const waiting = async () =>
    (await db.selectFrom('notification_deliveries').selectAll().execute())
      .filter(({ kind }) => kind === 'recovery')
      .map(({ email, channel, state }) => `${email} ${channel} ${state}`)
  const ask = async (email: string, from = '192.0.2.1') =>
    browserOf(service, { from }).send(path, { email })

  await t.test('is asked for, and every address gets the same answer', async t => {
    const phone = browserOf(service)
    const { answer } = await phone.follow('/auth')
    t.match(answer.body, `href="${path}">Send me a link to a new password</a>`)
    t.match((await phone.send(path)).body, 'autocomplete="username"')
    const known = await ask(' Robin@Example.com ')
    t.equal(known.statusCode, 200)
    t.match(known.body, 'If there is an account with this address, an e-mail is on its way.')
    t.same(await waiting(), ['robin@example.com email waiting'])
    const jobs = db.selectFrom('job_requests').selectAll().where('kind', '=', 'notify')
    t.equal((await jobs.execute()).length, 1)
    const unknown = await ask('nobody@example.com')
    t.same([unknown.statusCode, unknown.body], [known.statusCode, known.body])
    for (const email of ['', 'robin@', 'a b@example.com', `${'x'.repeat(260)}@b.c`]) {
      const refused = await phone.send(path, { email })
      t.equal(refused.statusCode, 400, email)
      t.match(refused.body, 'Enter an e-mail address, such as alex@example.com.')
    }
    t.equal((await phone.send(path, {})).statusCode, 400)
    t.equal((await waiting()).length, 1)
  })

  await t.test('is not sent for a network that asks too often', async t => {
    const from = '198.51.100.7'
    for (const index of [1, 2, 3, 4, 5])
      t.equal((await ask(`n${index}@example.com`, from)).statusCode, 200)
    const { statusCode, body } = await ask(robinAddress, from)
    t.equal(statusCode, 429, 'also that of its person')
    t.match(body, /Too many attempts\. Try again in \d+ seconds\./)
    t.equal((await waiting()).length, 1)
    advance({ minutes: 5 })
    t.equal((await ask('n6@example.com', from)).statusCode, 200)
  })

  await t.test('is sent ten times a day to an address, which never mentions the limit', async t => {
    const bodies = new Set<string>()
    const sent = async (index: number) => {
      bodies.add((await ask(robinAddress, `192.0.2.${index}`)).body)
      // The worker sends it.
      const { numDeletedRows } = await db.deleteFrom('notification_deliveries').executeTakeFirst()
      return Number(numDeletedRows)
    }
    let mails = 0
    for (let index = 2; index <= 13; index += 1) mails += await sent(index)
    t.same([mails, bodies.size], [10, 1], 'with the one before')
    advance({ hours: 24 })
    t.equal(await sent(14), 1)
  })

  await t.test('is not offered without a mail server', async t => {
    const phone = browserOf(await build({ SMTP_URL: '' }))
    t.equal((await phone.send(path)).statusCode, 404)
    const { answer } = await phone.follow('/auth')
    t.match(answer.body, 'ask the other parent for a link to a new one')
    t.notMatch(answer.body, path)
  })
})
