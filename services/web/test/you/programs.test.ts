import { createHash } from 'node:crypto'
import { transaction } from '@night-routine/database/connection'
import { readHistory } from '@night-routine/database/nights'
import { removeInvited } from '@night-routine/database/people'
import t from 'tap'
import { plannedHousehold } from '../planned-household.ts'
import { Program, tokenFor } from '../program.ts'
import { buildWeb } from '../running-web.ts'

const foreignToken = 'eyJhbGciOiJub25lIn0.e30.'

t.test('the access tokens of programs', async t => {
  const { web, db, alex, robin, mine, contents } = await plannedHousehold(t)
  const rows = () => db.selectFrom('access_tokens').selectAll().orderBy('id').execute()
  const listed = async () => (await alex.get('/you')).body
  const revoke = async (browser = alex) => {
    const [row] = await rows()
    return browser.act('/you/tokens/revoke', { token_id: String(row?.id) })
  }

  await t.test('one is shown once, kept as a digest, listed, and revoked', async t => {
    t.match(await listed(), '<h2 id="programs-title">Programs</h2>')
    const made = await alex.act('/you/tokens', { name: ' Home  Assistant ', scope: 'read' })
    t.equal(made.statusCode, 200)
    t.equal(made.headers['cache-control'], 'no-store')
    t.match(made.body, 'Token for Home Assistant')
    const [, token = ''] = /value="(nr_[\w-]{43})"/.exec(made.body) ?? []
    t.not(token, '')
    const digest = createHash('sha256').update(token).digest('hex')
    t.match(await rows(), [{ token_hash: digest, name: 'Home Assistant', scope: 'read' }])
    t.notOk(web.log.join('').includes(token), 'not in the log')
    const program = new Program(web, token)
    t.match(await listed(), 'Only read · made 20 November 2026, not used yet')
    const used = async () => {
      t.equal((await program.get('/api/tonight')).statusCode, 200)
      return (await rows())[0]?.last_used_at?.toString()
    }
    const first = await used()
    t.match(await listed(), 'Only read · made 20 November 2026, last used 20 November 2026')
    t.notOk((await listed()).includes(token))
    web.clock.advance({ minutes: 50 })
    t.equal(await used(), first, 'the last use is written once an hour')
    web.clock.advance({ minutes: 11 })
    t.not(await used(), first)

    await revoke(robin)
    t.equal((await program.get('/api/tonight')).statusCode, 200, 'not of another person')
    const revoked = await revoke()
    t.same([revoked.statusCode, revoked.headers.location], [302, '/you#programs'])
    t.match(await listed(), 'Access token revoked.')
    const after = await program.get('/api/tonight')
    t.equal(after.statusCode, 401)
    t.equal(after.headers['www-authenticate'], 'Bearer error="invalid_token"')
    t.equal(after.json().detail, 'This access token is wrong, or it was revoked.')
    t.equal((await alex.act('/you/tokens/revoke', { token_id: '1' })).statusCode, 302)
    t.equal((await alex.act('/you/tokens/revoke', { token_id: 'x' })).statusCode, 400)
    const facts = { account: 'alex@example.com', device: 'Home Assistant', network: '127.0.0.0/24' }
    const entries = await readHistory(db, { limit: 9 })
    t.match(
      entries.filter(({ action }) => action.startsWith('token-')),
      [
        { action: 'token-revoked', actor: 'alex@example.com', after: facts },
        { action: 'token-made', actor: 'alex@example.com', after: facts },
      ],
    )
  })

  await t.test('wrong, truncated and foreign ones are refused, whatever the cookie', async t => {
    const token = await tokenFor(alex)
    for (const wrong of [
      `nr_${'x'.repeat(43)}`,
      token.slice(0, -1),
      `${token}x`,
      token.replace('nr_', ''),
      token.toUpperCase(),
      foreignToken,
    ]) {
      const { statusCode, headers } = await new Program(web, wrong).get('/api/asks')
      t.equal(statusCode, 401, wrong)
      t.match(headers['content-type'], /^application\/problem\+json/)
    }
    const cookie = `session=${alex.cookies.get('session')}`
    const wrong = new Program(web, `nr_${'x'.repeat(43)}`)
    const ofProxy = new Program(web, foreignToken)
    t.equal((await wrong.get('/api/asks', { cookie })).statusCode, 401, 'not the cookie instead')
    t.equal((await ofProxy.get('/api/asks', { cookie })).statusCode, 200, 'not ours to judge')
    const basic = { authorization: `Basic ${token}` }
    t.equal((await web.service.inject({ url: '/api/asks', headers: basic })).statusCode, 401)

    const before = await contents()
    const headers = { cookie, origin: 'https://elsewhere.example' }
    const booking = { assignment_id: Number(mine.id), babysitter_name: 'Maria' }
    const forged = { method: 'POST', url: '/api/assignment-babysitter', headers } as const
    t.equal((await wrong.send({ ...forged, payload: booking })).statusCode, 401)
    t.equal((await wrong.send({ ...forged, url: '/sync' })).statusCode, 403)
    t.equal((await ofProxy.send({ ...forged, payload: booking })).statusCode, 403)
    t.equal(await contents(), before, 'no other site uses a cookie by a token')
    await revoke()
  })

  await t.test(
    'one opens no page and no form, and may only read, unless it may change',
    async t => {
      const [reader, writer] = [
        new Program(web, await tokenFor(alex, 'read')),
        new Program(web, await tokenFor(alex, 'write')),
      ]
      for (const url of ['/you', '/settings', '/history', '/status'])
        t.equal((await writer.get(url)).statusCode, 401, url)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const made = { method: 'POST', url: '/you/tokens', headers: form } as const
      t.equal((await writer.send({ ...made, payload: 'name=x&scope=write' })).statusCode, 401)
      const ask = { night: mine.night.toString() }
      const refused = await reader.post('/api/asks', ask)
      t.equal(refused.statusCode, 403)
      const says = 'This access token may only read, so nothing was changed.'
      t.equal(refused.json().detail, says)
      const payload = { assignment_id: Number(mine.id), babysitter_name: 'Maria' }
      const contract = await reader.post('/api/assignment-babysitter', payload)
      t.same([contract.statusCode, contract.json()], [403, { error: says }])
      t.equal((await writer.post('/api/asks', ask)).statusCode, 200)
      const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
      const sent = {
        method: 'POST',
        url: '/api/assignment-babysitter',
        headers: elsewhere,
      } as const
      t.equal((await writer.send({ ...sent, payload })).statusCode, 200, 'no Origin matters')
      const [entry] = await readHistory(db, { night: mine.night, limit: 1 })
      t.match(entry, { actorKind: 'person', actor: 'alex@example.com' })
    },
  )

  await t.test('one gets 429 after 120 requests in a minute; others and people do not', async t => {
    const [program, other] = [
      new Program(web, await tokenFor(alex, 'read')),
      new Program(web, await tokenFor(alex, 'read')),
    ]
    const first = await program.get('/api/tonight')
    t.match(first.headers, { 'ratelimit-limit': '120', 'ratelimit-remaining': '119' })
    for (let sent = 1; sent < 120; sent += 1) await program.get('/api/tonight')
    const refused = await program.get('/api/tonight')
    t.equal(refused.statusCode, 429)
    t.match(refused.headers, { 'ratelimit-remaining': '0', 'retry-after': /^\d+$/ })
    t.match(refused.json(), {
      title: 'Too Many Requests',
      status: 429,
      detail: /^This access token made too many requests\. Try again in \d+ seconds?\.$/,
    })
    t.equal((await other.get('/api/tonight')).statusCode, 200)
    t.equal((await alex.get('/api/tonight')).headers['ratelimit-limit'], undefined)
  })

  const make = (name: string, scope = 'read') => alex.act('/you/tokens', { name, scope })

  await t.test('refuses names that a list cannot show, other scopes, and the 21st', async t => {
    const before = (await rows()).length
    for (const name of ['  ', 'x'.repeat(81), 'a\u0007b'])
      t.equal((await make(name)).statusCode, 400, JSON.stringify(name))
    t.equal((await make('x', 'all')).statusCode, 400)
    t.equal((await rows()).length, before)
    const [row] = await rows()
    const more = Array.from({ length: 19 - before }, (_, index) => ({
      email: 'alex@example.com',
      name: `Program ${index}`,
      scope: 'read' as const,
      token_hash: createHash('sha256').update(`${index}`).digest('hex'),
      created_at: String(row?.created_at),
    }))
    await db.insertInto('access_tokens').values(more).execute()
    const both = [await make('one'), await make('two')]
    t.same(
      both.map(({ statusCode }) => statusCode),
      [200, 409],
    )
    t.notMatch(await listed(), 'Make a token')
    await revoke()
  })

  await t.test('they end with the access of their person', async t => {
    const token = await tokenFor(alex)
    const stricter = await buildWeb(t, web.emulator, {
      ...web.config,
      ALLOWED_EMAILS: ['robin@example.com'],
    })
    const there = await new Program(stricter, token).get('/api/asks')
    t.equal(there.statusCode, 401, 'no longer on the list')
    const program = new Program(web, token)
    t.equal((await program.get('/api/asks')).statusCode, 200)
    await db.updateTable('accounts').set({ invited_at: web.clock.now() }).execute()
    await transaction(db, trx => removeInvited(trx, 'alex@example.com', web.clock.now()))
    t.same(await rows(), [])
    t.equal((await program.get('/api/asks')).statusCode, 401)
  })
})
