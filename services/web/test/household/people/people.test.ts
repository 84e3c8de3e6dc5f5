import { readHistory } from '@night-routine/database/nights'
import { findMember, mostInvitations, readInvitations } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { buildWeb } from '../../running-web.ts'
import { accept, invite, open } from './inviting.ts'

const robin = 'robin@example.com'
const stranger = 'stranger@example.com'
const withdrawn = '<h1>This invitation was withdrawn</h1>'

t.test('an invitation lets one person in, as the other parent', async t => {
  const { web, alex } = await open(t)
  const enters = async (email: string) => (await new Browser(web).signIn(email)).statusCode
  const path = await invite(alex)
  const page = await new Browser(web).get(path)
  t.equal(page.statusCode, 200)
  t.match(page.headers, { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
  t.match(page.body, '<h1>alex@example.com invites you</h1>')
  t.match(page.body, 'You’ll be <bdi>Robin</bdi> in the plan.')
  t.match(page.body, `href="${path}/sign-in"`)
  const { browser, answer } = await accept(web, path, robin)
  t.same([answer.statusCode, answer.headers.location], [302, '/calendars'])
  t.same((await browser.get('/calendars')).headers.location, '/', 'the calendar is chosen')
  const home = (await browser.get('/')).body
  t.match(home, 'Welcome. This is the plan you share')
  t.notMatch(home, 'Robin joined', 'who joined knows it')
  t.match((await alex.get('/')).body, 'Robin joined. You now share the plan.')
  t.match(await findMember(web.db, robin), { parent: 'b', invited: true })
  t.equal(await enters(robin), 302, 'and from then on like an address of the list')

  await t.test('but no one else', async t => {
    t.equal((await new Browser(web).get(`${path}/sign-in`)).statusCode, 410)
    t.equal(await enters(stranger), 403)
    const used = await new Browser(web).get(path)
    t.equal(used.statusCode, 410)
    t.match(used.body, '<h1>This invitation has been used</h1>')
    t.match(used.body, 'href="/auth"', 'the person who used it can sign in')
  })

  await t.test('but not whoever they invited, after they were removed', async t => {
    const [kept, used] = [await invite(browser, 'a'), await invite(browser, 'a')]
    await accept(web, used, stranger)
    const another = await invite(alex)
    // Robin has chosen an account already when Alex removes them.
    const late = new Browser(web)
    const back = await late.consent({ email: robin }, `${kept}/sign-in`)
    const settings = (await alex.get('/settings')).body
    t.match(settings, `Remove ${robin}`)
    t.notMatch(settings, 'Remove alex@example.com', 'the list of the installation stays')
    const own = await alex.act('/people/remove', { email: 'alex@example.com' })
    t.equal(own.statusCode, 409)
    const gone = await alex.act('/people/remove', { email: 'Robin@example.com' })
    t.equal(gone.headers.location, '/settings#people')
    t.equal((await browser.get('/settings')).statusCode, 401, 'the sessions end')
    const left = await readInvitations(web.db, web.clock.now())
    t.match(left, [{ createdBy: 'alex@example.com' }], 'only Alex’s is open')
    for (const refused of [await new Browser(web).get(kept), await late.get(back)]) {
      t.equal(refused.statusCode, 410)
      t.match(refused.body, withdrawn)
    }
    t.equal(await enters(robin), 403)
    t.match(await findMember(web.db, stranger), { invited: true }, 'whom they invited stays')
    const { answer: again } = await accept(web, another, robin)
    t.equal(again.statusCode, 302, 'a parent can invite the person again')
    t.equal((await new Browser(web).get(kept)).statusCode, 410, 'which revives no old link')
  })

  await t.test('and the person can leave, but not with the calendar’s account', async t => {
    const again = new Browser(web)
    await again.signIn(robin)
    await again.signIn(robin, '/auth?intent=replace')
    const kept = await alex.act('/people/remove', { email: robin })
    t.equal(kept.statusCode, 409)
    t.match(kept.body, 'Connect another account')
    await alex.signIn('alex@example.com', '/auth?intent=replace')
    const left = await again.act('/people/remove', { email: robin })
    t.equal(left.headers.location, '/')
    t.notOk(again.cookies.has('session'))
  })
})

t.test('bad invitations', async t => {
  const { web, alex } = await open(t)
  const { db } = web
  const members = async () => (await db.selectFrom('accounts').select('email').execute()).length
  const openOnes = () => readInvitations(db, web.clock.now())
  const withdraw = async () => {
    for (const { id } of await openOnes()) await alex.act(`/people/invitations/${id}/revoke`)
  }

  await t.test('a link that is forged or cut off is 404', async t => {
    const path = await invite(alex)
    for (const link of [
      `/invitations/${'A'.repeat(43)}`,
      path.slice(0, -1),
      `${path}x`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      '/invitations/%00',
      `/invitations/${'x'.repeat(5_000)}`,
    ]) {
      const { statusCode, body } = await new Browser(web).get(link)
      const { statusCode: started, cookies } = await new Browser(web).get(`${link}/sign-in`)
      // What Fastify itself refuses: no text, and a long path.
      const expected = link.includes('%') ? 400 : link.length > 1_000 ? 414 : 404
      t.same([statusCode, started], [expected, expected], link.slice(0, 40))
      t.notMatch(body, /Alex|Robin|alex@/)
      t.same(cookies, [], 'no sign-in was started')
    }
    await withdraw()
  })

  // The attempt itself lasts ten minutes of the service's clock, so the link is made old instead.
  const expire = () =>
    db
      .updateTable('invitations')
      .set({
        created_at: web.clock.now().subtract({ hours: 200 }),
        expires_at: web.clock.now(),
      })
      .where('revoked_at', 'is', null)
      .execute()

  await t.test('what ends while a person signs in is said, and nothing is stored', async t => {
    for (const [end, title] of [
      [withdraw, withdrawn],
      [expire, '<h1>This link has expired</h1>'],
    ] as const) {
      const path = await invite(alex)
      const browser = new Browser(web)
      const back = await browser.consent({ email: robin }, `${path}/sign-in`)
      await end()
      for (const answer of [await browser.get(back), await new Browser(web).get(path)]) {
        t.equal(answer.statusCode, 410)
        t.match(answer.body, title)
      }
      t.notOk(browser.cookies.has('session'))
      t.equal(await members(), 1)
    }
  })

  await t.test('an address that has access, or is not verified, does not use it up', async t => {
    const path = await invite(alex)
    const { answer } = await accept(web, path, 'alex@example.com')
    t.equal(answer.statusCode, 409)
    t.match(answer.body, '<h1>You already have access</h1>')
    t.match(answer.body, `href="${path}/sign-in"`, 'with another account')
    await web.emulator.control.changeAccount(robin, { emailVerified: false })
    t.equal((await accept(web, path, robin)).answer.statusCode, 403)
    await web.emulator.control.changeAccount(robin, { emailVerified: true })
    t.equal((await new Browser(web).get(path)).statusCode, 200, 'still open')
    t.equal(await members(), 1)
  })

  await t.test('forms that make no sense are refused, and so is one too many', async t => {
    for (const [url, form, status] of [
      ['/people/invitations', { parent: 'c' }, 400],
      ['/people/invitations/999999/revoke', {}, 302],
      ['/people/invitations/x/revoke', {}, 404],
      ['/people/remove', {}, 400],
      ['/people/parent', { email: 'alex@example.com', parent: 'both' }, 400],
    ] as const)
      t.equal((await alex.act(url, form)).statusCode, status, `${url} ${JSON.stringify(form)}`)
    const foreign = { origin: 'https://evil.example' }
    t.equal((await alex.post('/people/invitations', { parent: 'b' }, foreign)).statusCode, 403)
    const entries = await readHistory(db, { limit: 100 })
    const withdrawals = entries.filter(({ action }) => action === 'invitation-withdrawn')
    t.equal(withdrawals.length, 2, 'what withdraws nothing is not recorded')
    while ((await openOnes()).length < mostInvitations) await invite(alex)
    const { statusCode, body } = await alex.act('/people/invitations', { parent: 'b' })
    t.equal(statusCode, 409)
    t.match(body, 'Withdraw one first')
    await withdraw()
  })

  await t.test('two people with one link: one comes in, and no link is kept', async t => {
    const path = await invite(alex)
    const returns = await Promise.all(
      [robin, stranger].map(async email => {
        const browser = new Browser(web)
        return { browser, back: await browser.consent({ email }, `${path}/sign-in`) }
      }),
    )
    const answers = await Promise.all(
      returns.map(async ({ browser, back }) => String((await browser.get(back)).statusCode)),
    )
    t.same(answers.toSorted(), ['302', '410'])
    t.equal(await members(), 2)
    for (const email of [robin, stranger]) await alex.act('/people/remove', { email })
    const token = path.slice('/invitations/'.length)
    t.notMatch(web.log.join(''), token)
    t.match(web.log.join(''), '/invitations/***')
    const rows = await db.selectFrom('invitations').selectAll().execute()
    t.notOk(rows.flatMap(row => Object.values(row).map(String)).some(text => text.includes(token)))
  })

  await t.test('one of a person who was taken off the list lets no one in', async t => {
    const path = await invite(alex)
    const late = new Browser(web)
    const back = await late.consent({ email: robin }, `${path}/sign-in`)
    const restarted = await buildWeb(t, web.emulator, { ...web.config, ALLOWED_EMAILS: [stranger] })
    const there = new Browser(restarted)
    for (const [name, value] of late.cookies) there.cookies.set(name, value)
    for (const url of [path, `${path}/sign-in`, back]) {
      const answer = await there.get(url)
      t.equal(answer.statusCode, 410)
      t.match(answer.body, withdrawn)
    }
  })
})

t.test('the page of a new secret can be loaded again by its session, for ten minutes', async t => {
  const { web, alex } = await open(t)
  const thief = new Browser(web)
  await thief.signIn('alex@example.com')
  for (const [path, form, back] of [
    ['/people/invitations', { parent: 'b' }, '/settings#people'],
    ['/you/tokens', { name: 'Clock', scope: 'read' }, '/you#programs'],
    ['/feed', {}, '/settings/sharing#feed'],
  ] as const) {
    const { body } = await alex.act(path, form)
    const [secret = ''] = /[\w-]{43}(?=[&"/])/.exec(body.split('readonly')[0] ?? '') ?? []
    t.not(secret, '', path)
    t.match((await alex.get(path)).body, secret)
    const sealed = alex.cookies.get('shown_once') ?? ''
    t.notMatch(Buffer.from(sealed, 'base64url').toString('latin1'), secret)
    thief.cookies.set('shown_once', sealed)
    t.match((await thief.get(path)).headers, { location: back }, 'another session')
    web.clock.advance(Temporal.Duration.from({ minutes: 10 }))
    const { statusCode, headers } = await alex.get(path)
    t.same([statusCode, headers.location], [302, back])
    t.match((await alex.get(back)).body, 'That page showed its secret for ten minutes.')
  }
  for (const [parent, stored] of [
    ['b', 'b'],
    ['', null],
    ['a', 'a'],
  ] as const) {
    await alex.post('/people/parent', { email: 'alex@example.com', parent })
    t.equal((await findMember(web.db, 'alex@example.com'))?.parent, stored)
  }
  t.match((await new Browser(web).get(await invite(alex))).body, '<h1>Alex invites you</h1>')
})
