import { findMember } from '@night-routine/database/people'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { accept, invite, open } from './inviting.ts'

t.test('an invitation lets one person in, as the other parent', async t => {
  const { web, alex } = await open(t)
  t.equal((await new Browser(web).signIn('robin@example.com')).statusCode, 403, 'not yet')
  const path = await invite(alex)

  const page = await new Browser(web).get(path)
  t.equal(page.statusCode, 200)
  t.match(page.headers, { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
  t.match(page.body, '<h1>alex@example.com invites you</h1>')
  t.match(page.body, 'You’ll be <bdi>Robin</bdi> in the plan.')
  t.match(page.body, `href="${path}/sign-in"`)

  const { browser, answer } = await accept(web, path, 'robin@example.com')
  t.same([answer.statusCode, answer.headers.location], [302, '/calendars'])
  t.same((await browser.get('/calendars')).headers.location, '/', 'the calendar is chosen')
  const home = (await browser.get('/')).body
  t.match(home, 'Signed in as robin@example.com')
  t.match(home, 'Welcome. This is the plan you share')
  t.notMatch(home, 'Robin joined', 'who joined knows it')
  t.match((await alex.get('/')).body, 'Robin joined. You now share the plan.')
  t.match(await findMember(web.db, 'robin@example.com'), { parent: 'b', invited: true })

  await t.test('and from then on like an address of the list', async t => {
    const again = new Browser(web)
    t.equal((await again.signIn('robin@example.com')).statusCode, 302)
    t.equal((await again.get('/settings')).statusCode, 200)
  })

  await t.test('but no one else', async t => {
    t.equal((await new Browser(web).get(`${path}/sign-in`)).statusCode, 410)
    t.equal((await new Browser(web).signIn('stranger@example.com')).statusCode, 403)
    const used = await new Browser(web).get(path)
    t.equal(used.statusCode, 410)
    t.match(used.body, '<h1>This invitation has been used</h1>')
    t.match(used.body, 'href="/auth"', 'the person who used it can sign in')
  })

  await t.test('until a parent removes the person', async t => {
    const settings = (await alex.get('/settings')).body
    t.match(settings, 'Remove robin@example.com')
    t.notMatch(settings, 'Remove alex@example.com')
    t.equal(
      (await alex.act('/people/remove', { email: 'alex@example.com' })).statusCode,
      409,
      'the list of the installation stays',
    )
    const gone = await alex.act('/people/remove', { email: 'Robin@example.com' })
    t.equal(gone.headers.location, '/settings#people')
    t.equal((await browser.get('/settings')).statusCode, 401, 'the sessions end')
    t.equal((await new Browser(web).signIn('robin@example.com')).statusCode, 403)
    t.equal((await alex.get('/settings')).statusCode, 200)
  })

  await t.test('and the person can leave', async t => {
    const { browser: robin } = await accept(web, await invite(alex), 'robin@example.com')
    const left = await robin.act('/people/remove', { email: 'robin@example.com' })
    t.equal(left.headers.location, '/')
    t.notOk(robin.cookies.has('session'))
  })
})

t.test('a person can choose which parent they are', async t => {
  const { web, alex } = await open(t)
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

t.test('the account that holds the calendar is not removed', async t => {
  const { web, alex } = await open(t)
  const { browser: robin } = await accept(web, await invite(alex), 'robin@example.com')
  await robin.signIn('robin@example.com', '/auth?intent=replace')
  const { statusCode, body } = await alex.act('/people/remove', { email: 'robin@example.com' })
  t.equal(statusCode, 409)
  t.match(body, 'Connect another account')
  t.equal((await robin.get('/settings')).statusCode, 200)
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
})
