import { readHistory } from '@night-routine/database/nights'
import { createShareLink, readShareLinks } from '@night-routine/database/people'
import t from 'tap'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { plannedHousehold } from '../../planned-household.ts'

const eventsIn = (file: string) => file.split('\r\nBEGIN:VEVENT\r\n').length - 1

t.test('the link to the plan', async t => {
  const { web, db, alex, robin, nights } = await plannedHousehold(t)
  const inject = web.service.inject.bind(web.service)
  const made = (await alex.act('/feed')).body
  const [token = ''] = /(?<=\/feed\/)[\w-]{43}/.exec(made) ?? []
  const feed = `/feed/${token}/calendar.ics`
  const settings = async () => (await alex.get('/settings/sharing')).body
  const idOf = async () => String((await readShareLinks(db))[0]?.id)

  await t.test('is shown, and again to the person who made it', async t => {
    const base = `http://localhost:8080/feed/${token}/calendar.ics`
    // Handlebars escapes `=` too.
    for (const address of [base, `${base}?parent&#x3D;a`, `${base}?parent&#x3D;b`])
      t.match(made, `value="${address}" readonly`)
    t.match(made, `href="webcal://localhost:8080/feed/${token}/calendar.ics"`)
    t.match(made, `href="http://localhost:8080/share/${token}"`)
    t.match(made, 'Nights of Robin')
    const shown = await alex.act(`/feed/${await idOf()}/show`)
    t.match(shown.headers, { 'cache-control': 'no-store' })
    t.match(shown.body, `value="${base}" readonly`)
    t.match(shown.body, '<h1>Your link</h1>')
    t.equal((await robin.act(`/feed/${await idOf()}/show`)).statusCode, 404, 'of another person')
    const body = await settings()
    t.match(body, /action="\/feed\/\d+\/revoke"/)
    t.notMatch(body, token)
    for (const wrong of ['0', 'x', '999'])
      t.match((await alex.act(`/feed/${wrong}/show`)).body, 'There is no such link.')
  })

  await t.test('gives the plan as a calendar, without a session', async t => {
    const { statusCode, headers, body } = await inject(feed)
    t.equal(statusCode, 200)
    t.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    t.match(headers, {
      'cache-control': 'private, no-cache',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
      etag: /^"[\w-]{43}"$/,
      'last-modified': /GMT$/,
    })
    t.match(body, /^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r?\n?$/)
    t.equal(eventsIn(body), 30)
    t.equal(eventsIn((await inject(`${feed}?parent=a`)).body), 15)
    t.equal((await inject(`${feed}?parent=c`)).statusCode, 400)
    t.match(await settings(), 'by you, last used on')
  })

  await t.test('has the shared notes, and no others', async t => {
    const [one, two] = await nights()
    const shared = { note: 'Medicine at 19:30', shared: 'on' }
    await alex.post('/nights/note', { assignment_id: String(one?.id), ...shared })
    await alex.post('/nights/note', { assignment_id: String(two?.id), note: 'Only for us' })
    const { body } = await inject(feed)
    t.match(body, 'DESCRIPTION:Medicine at 19:30')
    t.notMatch(body, 'Only for us')
    const page = (await inject(`/share/${token}`)).body
    t.match(page, '<p class="note">Medicine at 19:30</p>')
    await alex.post('/nights/note', { assignment_id: String(one?.id), note: 'Only for us' })
    t.notMatch((await inject(`/share/${token}`)).body, 'Only for us')
  })

  await t.test('answers 304 until something changes', async t => {
    const first = await inject(feed)
    const ask = async (headers: Record<string, string>) => inject({ url: feed, headers })
    const status = async (more: Record<string, string>) => (await ask(more)).statusCode
    const etag = String(first.headers.etag)
    const modified = String(first.headers['last-modified'])
    t.match(await ask({ 'if-none-match': etag }), { statusCode: 304, body: '', headers: { etag } })
    t.equal(await status({ 'if-none-match': `"other", W/${etag}` }), 304)
    t.equal(await status({ 'if-modified-since': modified }), 304)
    t.equal(await status({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200)
    t.equal(await status({ 'if-none-match': etag, 'cache-control': 'no-cache' }), 200)
    await db.updateTable('parents').set({ name: 'Ada' }).where('id', '=', 'a').execute()
    t.equal(await status({ 'if-none-match': etag }), 200, 'a name is part of it')
    const later = Temporal.Now.instant().add({ seconds: 5 }).toString()
    const entry = { at: later, actor_kind: 'person' as const, action: 'settings-changed' }
    await db.insertInto('history').values(entry).execute()
    t.equal(await status({ 'if-modified-since': modified }), 200, 'and so is what is on record')
  })

  await t.test('is neither in the database nor in the log', async t => {
    for (const url of [`${feed}?parent=a`, `/share/${token}?month=x`, `/share/${token}/more`])
      await inject(url)
    await inject({ method: 'PUT', url: feed })
    const [kept = {}] = await db.selectFrom('share_links').selectAll().execute()
    t.notOk(Object.values(kept).some(value => String(value).includes(token)))
    const log = web.log.join('')
    t.match(log, '/feed/***/calendar.ics')
    t.match(log, '/share/***')
    t.notMatch(log, token.slice(0, 30))
  })

  await t.test('is revoked once, and then it is 404, as a guess is', async t => {
    const revoke = `/feed/${await idOf()}/revoke`
    for (const url of ['/feed', revoke])
      t.equal((await inject({ method: 'POST', url })).statusCode, 401, url)
    const createdBy = 'alex@example.com'
    const now = web.clock.now()
    await createShareLink(db, { tokenHash: tokenHash(newToken()), createdBy, now })
    t.equal((await alex.act(revoke)).headers.location, '/settings/sharing#feed')
    for (const url of [feed, `/share/${token}`, `/feed/${'A'.repeat(43)}/calendar.ics`, '/share/x'])
      t.equal((await inject(url)).statusCode, 404, url)
    t.equal((await alex.act(revoke)).statusCode, 302, 'a second press is no error')
    const entries = await readHistory(db, { limit: 50 })
    t.equal(entries.filter(({ action }) => action === 'share-link-revoked').length, 1)
    const [other, ...more] = await readShareLinks(db)
    t.same(more, [], 'the other one stays')
    const old = await alex.act(`/feed/${other?.id}/show`)
    t.match(old.body, 'It was made before links could be shown again.')
    t.equal((await alex.act('/feed/9223372036854775808/revoke')).statusCode, 404)
  })
})
