import { createHash } from 'node:crypto'
import { transaction } from '@night-routine/database/connection'
import { readHistory, type RecordedEntry } from '@night-routine/database/nights'
import { removeInvited } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { Browser } from '../browser.ts'
import { Program, tokenFor } from '../program.ts'
import { buildWeb, runWeb } from '../running-web.ts'
import { twoParents } from '../nights/asks/two-parents.ts'

async function open(t: Test) {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const rows = () => web.db.selectFrom('access_tokens').selectAll().execute()
  return { web, browser, rows }
}

const about = ({ action, actor, after }: RecordedEntry) => [action, actor, after]

t.test('a token is shown once, kept as a digest, listed, and revoked', async t => {
  const { web, browser, rows } = await open(t)
  t.match((await browser.get('/you')).body, '<h2 id="programs-title">Programs</h2>')
  const made = await browser.act('/you/tokens', { name: ' Home  Assistant ', scope: 'read' })
  t.equal(made.statusCode, 200)
  t.equal(made.headers['cache-control'], 'no-store')
  t.match(made.body, 'Token for Home Assistant')
  const [, token = ''] = /value="(nr_[\w-]{43})"/.exec(made.body) ?? []
  t.not(token, '')
  const digest = createHash('sha256').update(token).digest('hex')
  t.match(await rows(), [
    { token_hash: digest, email: 'alex@example.com', name: 'Home Assistant', scope: 'read' },
  ])
  t.notOk(web.log.join('').includes(token), 'not in the log')

  const program = new Program(web, token)
  const listed = async () => (await browser.get('/you')).body
  t.match(await listed(), 'Only read · made 20 November 2026, not used yet')
  t.equal((await program.get('/api/tonight')).statusCode, 200)
  t.match(await listed(), 'Only read · made 20 November 2026, last used 20 November 2026')
  t.notOk((await listed()).includes(token))

  const [row] = await rows()
  const revoked = await browser.act('/you/tokens/revoke', { token_id: String(row?.id) })
  t.same([revoked.statusCode, revoked.headers.location], [302, '/you#programs'])
  t.match(await listed(), 'Access token revoked.')
  const after = await program.get('/api/tonight')
  t.equal(after.statusCode, 401)
  t.equal(after.headers['www-authenticate'], 'Bearer error="invalid_token"')
  t.equal(after.json().detail, 'This access token is wrong, or it was revoked.')
  t.equal((await browser.act('/you/tokens/revoke', { token_id: '1' })).statusCode, 302)

  const facts = { account: 'alex@example.com', device: 'Home Assistant', network: '127.0.0.0/24' }
  const entries = await readHistory(web.db, { limit: 9 })
  t.same(entries.filter(({ action }) => action.startsWith('token-')).map(about), [
    ['token-revoked', 'alex@example.com', facts],
    ['token-made', 'alex@example.com', facts],
  ])
  const page = (await browser.get('/history')).body
  t.match(page, 'You made an access token for a program: Home Assistant')
  t.match(page, 'You revoked an access token: Home Assistant')
})

t.test('the last use is written once an hour', async t => {
  const { web, browser, rows } = await open(t)
  const program = new Program(web, await tokenFor(browser, 'read'))
  const lastUse = async () => {
    await program.get('/api/tonight')
    return (await rows())[0]?.last_used_at?.toString()
  }
  const first = await lastUse()
  t.type(first, 'string')
  web.clock.advance({ minutes: 50 })
  t.equal(await lastUse(), first)
  web.clock.advance({ minutes: 11 })
  t.not(await lastUse(), first)
})

t.test('refuses names that a list cannot show, other scopes, and the 21st token', async t => {
  const { browser, rows } = await open(t)
  const make = (name: string, scope = 'read') => browser.act('/you/tokens', { name, scope })
  for (const name of ['', '  ', 'x'.repeat(81), 'a\u0007b'])
    t.equal((await make(name)).statusCode, 400, JSON.stringify(name))
  t.equal((await make('x', 'all')).statusCode, 400)
  t.same(await rows(), [])
  for (let made = 0; made < 19; made += 1) await make('x'.repeat(80))
  const both = await Promise.all([make('one'), make('two')])
  t.same(new Set(both.map(({ statusCode }) => statusCode)), new Set([200, 409]))
  t.equal((await rows()).length, 20)
  t.notMatch((await browser.get('/you')).body, 'Make a token')
})

t.test('a person can revoke only their own', async t => {
  const { web, browser, rows } = await open(t)
  const program = new Program(web, await tokenFor(browser))
  const robin = new Browser(web)
  await robin.signIn('robin@example.com')
  t.notMatch((await robin.get('/you')).body, 'Revoke the token of Program')
  const [row] = await rows()
  await robin.act('/you/tokens/revoke', { token_id: String(row?.id) })
  t.equal((await program.get('/api/tonight')).statusCode, 200)
  t.equal((await robin.act('/you/tokens/revoke', { token_id: 'x' })).statusCode, 400)
})

t.test('wrong, truncated and foreign tokens are refused, whatever the cookie', async t => {
  const { web, browser } = await open(t)
  const token = await tokenFor(browser)
  for (const wrong of [
    `nr_${'x'.repeat(43)}`,
    token.slice(0, -1),
    `${token}x`,
    'nr_',
    token.replace('nr_', 'nr-'),
    token.replace('nr_', ''),
    token.toUpperCase(),
    'eyJhbGciOiJub25lIn0.e30.',
  ]) {
    const { statusCode, headers } = await new Program(web, wrong).get('/api/asks')
    t.equal(statusCode, 401, wrong)
    t.match(headers['content-type'], /^application\/problem\+json/)
  }
  const cookie = `session=${browser.cookies.get('session')}`
  const wrong = new Program(web, `nr_${'x'.repeat(43)}`)
  t.equal((await wrong.get('/api/asks', { cookie })).statusCode, 401, 'not the cookie instead')
  const ofProxy = new Program(web, 'eyJhbGciOiJub25lIn0.e30.')
  t.equal((await ofProxy.get('/api/asks', { cookie })).statusCode, 200, 'not ours to judge')
  const basic = { authorization: `Basic ${token}` }
  t.equal((await web.service.inject({ url: '/api/asks', headers: basic })).statusCode, 401)
})

t.test('a token opens no page and no form, and makes no other token', async t => {
  const { web, browser, rows } = await open(t)
  const program = new Program(web, await tokenFor(browser))
  for (const url of ['/you', '/statistics', '/settings', '/history', '/status'])
    t.equal((await program.get(url)).statusCode, 401, url)
  t.match((await program.get('/')).body, 'Sign in')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'name=x&scope=write'
  const made = { method: 'POST', url: '/you/tokens', headers: form, payload } as const
  t.equal((await program.send(made)).statusCode, 401)
  t.equal((await rows()).length, 1)
})

t.test('a token in place of an origin lets no other site use a cookie', async t => {
  const { web, alex, mine, contents } = await twoParents(t)
  const before = await contents()
  const forged = {
    cookie: `session=${alex.cookies.get('session')}`,
    origin: 'https://elsewhere.example',
  }
  const wrong = new Program(web, `nr_${'x'.repeat(43)}`)
  const body = { assignment_id: Number(mine.id), babysitter_name: 'Maria' }
  const json = { url: '/api/assignment-babysitter', payload: body, headers: forged } as const
  t.equal((await wrong.send({ method: 'POST', ...json })).statusCode, 401)
  const form = { url: '/sync', headers: forged } as const
  t.equal((await wrong.send({ method: 'POST', ...form })).statusCode, 403)
  const ofProxy = new Program(web, 'eyJhbGciOiJub25lIn0.e30.')
  t.equal((await ofProxy.send({ method: 'POST', ...json })).statusCode, 403)
  t.equal(await contents(), before)
})

t.test('a token may only read, unless it may change', async t => {
  const { web, alex, mine, nights } = await twoParents(t)
  const ask = { night: mine.night.toString() }
  const reader = new Program(web, await tokenFor(alex, 'read'))
  const refused = await reader.post('/api/asks', ask)
  t.equal(refused.statusCode, 403)
  t.equal(refused.json().detail, 'This access token may only read, so nothing was changed.')
  const book = { assignment_id: Number(mine.id), babysitter_name: 'Maria' }
  const contract = await reader.post('/api/assignment-babysitter', book)
  t.equal(contract.statusCode, 403)
  t.same(contract.json(), { error: 'This access token may only read, so nothing was changed.' })
  t.same((await reader.get('/api/asks')).json(), { asks: [] })

  const writer = new Program(web, await tokenFor(alex, 'write'))
  t.equal((await writer.post('/api/asks', ask)).statusCode, 200)
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const sent = { method: 'POST', url: '/api/assignment-babysitter', headers: elsewhere } as const
  const booked = await writer.send({ ...sent, payload: book })
  t.match(booked.json(), { assignment_id: Number(mine.id), babysitter_name: 'Maria' })
  t.equal(booked.statusCode, 200, 'no Origin matters to a program')
  t.match(
    (await nights()).find(({ id }) => id === mine.id),
    { caregiver: 'babysitter' },
  )
  const [entry] = await readHistory(web.db, { night: mine.night, limit: 1 })
  t.match(entry, { actorKind: 'person', actor: 'alex@example.com' })
})

t.test('tonight is said with its reason, and by the link of before without it', async t => {
  const { web, alex } = await twoParents(t)
  const whole = await new Program(web, await tokenFor(alex, 'read')).get('/api/tonight')
  t.type(whole.json().reason, 'string')
  const { body } = await alex.act('/feed')
  const [, link = ''] = /\/share\/([\w-]{43})/.exec(body) ?? []
  const shared = await new Program(web, link).get('/api/tonight')
  t.match(shared.json(), { date: whole.json().date, reason: null })
})

t.test('the tokens of a person end with their access', async t => {
  const { web, browser, rows } = await open(t)
  const program = new Program(web, await tokenFor(browser))
  const stricter = await buildWeb(t, web.emulator, {
    ...web.config,
    ALLOWED_EMAILS: ['robin@example.com'],
  })
  const there = await stricter.service.inject({
    url: '/api/asks',
    headers: { authorization: `Bearer ${await tokenFor(browser)}` },
  })
  t.equal(there.statusCode, 401, 'no longer on the list')
  t.equal((await program.get('/api/asks')).statusCode, 200)
  await web.db.updateTable('accounts').set({ invited_at: web.clock.now() }).execute()
  await transaction(web.db, trx => removeInvited(trx, 'alex@example.com', web.clock.now()))
  t.same(await rows(), [])
  t.equal((await program.get('/api/asks')).statusCode, 401)
})

t.test('a program gets 429 after 120 requests in a minute; others and people do not', async t => {
  const { web, browser } = await open(t)
  const program = new Program(web, await tokenFor(browser, 'read'))
  const other = new Program(web, await tokenFor(browser, 'read'))
  const first = await program.get('/api/tonight')
  t.match(first.headers, { 'ratelimit-limit': '120', 'ratelimit-remaining': '119' })
  for (let sent = 1; sent < 120; sent += 1) await program.get('/api/tonight')
  const refused = await program.get('/api/tonight')
  t.equal(refused.statusCode, 429)
  t.match(refused.headers, { 'ratelimit-remaining': '0', 'retry-after': /^\d+$/ })
  t.match(refused.json(), {
    type: 'about:blank',
    title: 'Too Many Requests',
    status: 429,
    detail: /^This access token made too many requests\. Try again in \d+ seconds?\.$/,
  })
  t.equal((await other.get('/api/tonight')).statusCode, 200)
  const person = await browser.get('/api/tonight')
  t.equal(person.statusCode, 200)
  t.equal(person.headers['ratelimit-limit'], undefined)
})
