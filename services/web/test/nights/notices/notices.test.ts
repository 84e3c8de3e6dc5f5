import { raiseNotice, readNotices, saveCalendarEvents } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'
import { day } from '../../nights.ts'

t.test('notices stand on the home page until they are dismissed, by forms alone', async t => {
  const web = await runWeb(t)
  const { clock, db } = web
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const night = day('2026-11-21')
  const data = { title: '<b>who knows</b>' }
  await raiseNotice(db, { kind: 'unreadable', night, data }, clock.now())
  await raiseNotice(db, { kind: 'moved', night, data }, clock.now().add({ seconds: 1 }))
  const { body } = await browser.get('/')
  t.ok(body.indexOf('was moved') < body.indexOf('&lt;b&gt;who knows'), 'the newest first, escaped')
  t.match(
    body,
    /<section class="notices" id="notices" role="status" aria-labelledby="notices-title">/,
  )

  const [moved] = await readNotices(db)
  const form = { notice_id: moved?.id.toString() ?? '' }
  t.match(body, `<input type="hidden" name="notice_id" value="${form.notice_id}">`)
  for (const time of ['once', 'twice']) {
    const { statusCode, headers } = await browser.post('/notices/dismiss', form)
    t.same([statusCode, headers.location], [302, '/'], time)
  }
  const after = await browser.get('/')
  t.notMatch(after.body, 'was moved')
  t.match(after.body, 'who knows')
  for (const notice_id of ['', '0', 'x'])
    t.equal((await browser.post('/notices/dismiss', { notice_id })).statusCode, 400)
  t.equal((await browser.post('/notices/dismiss')).statusCode, 400)
})

t.test('says that the clock cannot be right, refuses changes, and believes a person', async t => {
  const web = await runWeb(t)
  const { clock, db } = web
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const later = clock
    .now()
    .add({ hours: 24 * 70 })
    .toString()
    .slice(0, 10)
  const absence = { parent: 'a', from: later, to: later, step: 'save' }
  for (const [days, said] of [
    [-60, /thinks that today is .* 20\d\d; it last ran on/],
    [60, /thinks that today is .* 20\d\d, but .* is already over/],
  ] as const) {
    await noteClock(db, clock.now().add({ hours: 24 * days }), { trusts: true })
    const { body } = await browser.get('/')
    t.match(body, said)
    t.match(body, 'The clock of our computer is wrong.')
    const refused = await browser.post('/settings/absences', absence)
    t.equal(refused.statusCode, 503)
    t.match(refused.body, 'is wrong, so nothing was saved')

    const { statusCode, headers } = await browser.post('/notices/clock')
    t.same([statusCode, headers.location], [302, '/'])
    t.notMatch((await browser.get('/')).body, 'thinks that today is')
    t.match(await readJobRequests(db), [{ kind: 'plan' }, { kind: 'push' }])
  }
  t.equal((await browser.post('/settings/absences', absence)).statusCode, 302)
})

t.test('offers to restore an emptied calendar', async t => {
  const web = await runWeb(t)
  const { clock, db } = web
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(db)
  await saveCalendarEvents(db, {
    calendarId: 'family',
    night: clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate(),
    generation: 0,
    eventId: 'event',
    etag: 'etag',
    pushedHash: 'hash.',
    judgedMeaning: null,
    note: null,
    state: 'present',
    unlisted: false,
  })
  const brake = { kind: 'reader-brake', night: null, data: null } as const
  await raiseNotice(db, brake, clock.now())
  t.match((await browser.get('/')).body, '<form method="post" action="/notices/put-back">')
  const { statusCode, headers } = await browser.post('/notices/put-back')
  t.same([statusCode, headers.location], [302, '/'])
  t.same(await readNotices(db), [])
  const asked = (await readJobRequests(db)).map(({ kind }) => kind)
  t.same(asked.filter(kind => kind === 'pull' || kind === 'push').toSorted(), ['pull', 'push'])
  t.notMatch((await browser.get('/')).body, 'class="notices"')
})
