import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb, type RunningWeb } from '../../running-web.ts'

const eventsIn = (file: string) => file.split('\r\nBEGIN:VEVENT\r\n').length - 1

/** A household with a plan, and a link to it. */
async function withLink(t: Parameters<typeof runWeb>[0]) {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await plan(web)
  const { body } = await browser.act('/feed')
  const [token = ''] = /(?<=\/feed\/)[\w-]{43}/.exec(body) ?? []
  return { web, browser, token, feed: `/feed/${token}/calendar.ics` }
}

/** Plans as `POST /sync` does, without waiting for a worker. */
async function plan({ db, clock }: RunningWeb) {
  const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const nights = Array.from({ length: 10 }, (_, index) => ({
    night: today.add({ days: index }).toString(),
    caregiver_type: 'parent' as const,
    parent: index % 2 === 0 ? ('a' as const) : ('b' as const),
    reason: 'Alternating' as const,
    decided_on: today.toString(),
  }))
  await db.insertInto('assignments').values(nights).execute()
}

t.test('the plan as a calendar, without a session', async t => {
  const { web, feed } = await withLink(t)
  const { statusCode, headers, body } = await web.service.inject(feed)
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
  t.equal(eventsIn(body), 10)
  t.equal(eventsIn((await web.service.inject(`${feed}?parent=a`)).body), 5)
  t.equal((await web.service.inject(`${feed}?parent=c`)).statusCode, 400)
  const head = await web.service.inject({ method: 'HEAD', url: feed })
  t.equal(head.headers.etag, headers.etag)
})

t.test('a shared note is in the feed, and no other', async t => {
  const { web, browser, feed } = await withLink(t)
  const [one, two] = await web.db.selectFrom('assignments').select('id').orderBy('night').execute()
  await browser.post('/nights/note', {
    assignment_id: String(one?.id),
    note: 'Medicine at 19:30',
    shared: 'on',
  })
  await browser.post('/nights/note', { assignment_id: String(two?.id), note: 'Only for us' })
  const { body } = await web.service.inject(feed)
  t.match(body, 'DESCRIPTION:Medicine at 19:30')
  t.notMatch(body, 'Only for us')
})

t.test('answers 304 until something changes', async t => {
  const { web, feed } = await withLink(t)
  const first = await web.service.inject(feed)
  const ask = async (more: Record<string, string>) =>
    (await web.service.inject({ url: feed, headers: more })).statusCode
  const etag = String(first.headers.etag)
  const modified = String(first.headers['last-modified'])
  const again = await web.service.inject({ url: feed, headers: { 'if-none-match': etag } })
  t.equal(again.statusCode, 304)
  t.equal(again.body, '')
  t.equal(again.headers.etag, etag)
  t.equal(await ask({ 'if-none-match': `"other", W/${etag}` }), 304)
  t.equal(await ask({ 'if-modified-since': modified }), 304)
  t.equal(await ask({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200)
  t.equal(await ask({ 'if-none-match': etag, 'cache-control': 'no-cache' }), 200)

  await web.db.updateTable('parents').set({ name: 'Ada' }).where('id', '=', 'a').execute()
  t.equal(await ask({ 'if-none-match': etag }), 200, 'a name is part of it')
  const later = Temporal.Now.instant().add({ seconds: 5 }).toString()
  const entry = { at: later, actor_kind: 'person' as const, action: 'settings-changed' }
  await web.db.insertInto('history').values(entry).execute()
  t.equal(await ask({ 'if-modified-since': modified }), 200, 'and so is what is on record')
})

t.test('a revoked or guessed link gets 404', async t => {
  const { web, browser, token, feed } = await withLink(t)
  const { id } = await web.db.selectFrom('share_links').select('id').executeTakeFirstOrThrow()
  t.equal((await web.service.inject(`/share/${token}`)).statusCode, 200)
  const answer = await browser.act(`/feed/${id}/revoke`)
  t.equal(answer.headers.location, '/settings/sharing#feed')
  const guess = `/feed/${'A'.repeat(43)}/calendar.ics`
  for (const url of [feed, `/share/${token}`, guess, '/feed/x/calendar.ics', '/share/x'])
    t.equal((await web.service.inject(url)).statusCode, 404, url)
  t.equal((await browser.act(`/feed/${id}/revoke`)).statusCode, 302, 'a second press is no error')
  const revocations = (await readHistory(web.db, { limit: 50 })).filter(
    ({ action }) => action === 'share-link-revoked',
  )
  t.equal(revocations.length, 1, 'and changes nothing')
})

t.test('records the last use to the hour', async t => {
  const { web, feed } = await withLink(t)
  const used = async () => {
    const query = web.db.selectFrom('share_links').select('last_used_at')
    return (await query.executeTakeFirstOrThrow()).last_used_at
  }
  t.equal(await used(), null)
  await web.service.inject(feed)
  const first = await used()
  t.ok(first)
  await web.service.inject(feed)
  t.equal(String(await used()), String(first))
  web.clock.advance({ hours: 1 })
  await web.service.inject(feed)
  t.not(String(await used()), String(first))
})

t.test('the link is neither in the database nor in the log', async t => {
  const { web, token, feed } = await withLink(t)
  await web.service.inject(`${feed}?parent=a`)
  await web.service.inject({ method: 'PUT', url: feed })
  await web.service.inject(`/share/${token}?month=2026-11`)
  await web.service.inject(`/share/${token}?month=x`)
  await web.service.inject(`/share/${token}/more`)
  const [kept] = await web.db.selectFrom('share_links').selectAll().execute()
  t.ok(kept)
  t.notOk(Object.values(kept ?? {}).some(value => String(value).includes(token)))
  const log = web.log.join('')
  t.match(log, '/feed/***/calendar.ics')
  t.match(log, '/share/***')
  t.notMatch(log, token)
  t.notMatch(log, token.slice(0, 30))
})

t.test('the settings page lists the links that work, and never shows one', async t => {
  const { web, browser, token, feed } = await withLink(t)
  await web.service.inject(feed)
  const { body } = await browser.get('/settings/sharing')
  t.match(body, /action="\/feed\/\d+\/revoke"/)
  t.match(body, 'by you, last used on')
  t.notMatch(body, token)
  const [revoke = ''] = /\/feed\/\d+\/revoke/.exec(body) ?? []
  await browser.act(revoke)
  t.match((await browser.get('/settings/sharing')).body, 'There is no link yet.')
})

t.test('links are made and revoked only by signed-in people', async t => {
  const web = await runWeb(t)
  for (const url of ['/feed', '/feed/1/revoke'])
    t.equal((await web.service.inject({ method: 'POST', url })).statusCode, 401, url)
})
