import { raiseNotice, readNotices, saveCalendarEvents } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'
import { day } from '../../nights.ts'

t.test('notices on the home page', async t => {
  const web = await runWeb(t)
  const { clock, db } = web
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const page = async () => (await browser.get('/')).body
  const jobs = async () => (await readJobRequests(db)).map(({ kind }) => kind)

  await t.test('stand until they are dismissed, by forms alone', async t => {
    const night = day('2026-11-21')
    const data = { title: '<b>who knows</b>' }
    await raiseNotice(db, { kind: 'unreadable', night, data }, clock.now())
    await raiseNotice(db, { kind: 'moved', night, data }, clock.now().add({ seconds: 1 }))
    const body = await page()
    t.ok(body.indexOf('was moved') < body.indexOf('&lt;b&gt;who knows'), 'the newest first')
    t.match(
      body,
      /<section class="notices" id="notices" role="status" aria-labelledby="notices-title">/,
    )
    const [moved, other] = await readNotices(db)
    const form = { notice_id: String(moved?.id) }
    t.match(body, `<input type="hidden" name="notice_id" value="${form.notice_id}">`)
    for (const time of ['once', 'twice']) {
      const { statusCode, headers } = await browser.post('/notices/dismiss', form)
      t.same([statusCode, headers.location], [302, '/'], time)
    }
    const after = await page()
    t.notMatch(after, 'was moved')
    t.match(after, 'who knows')
    for (const wrong of [{}, { notice_id: '0' }])
      t.equal((await browser.post('/notices/dismiss', wrong)).statusCode, 400)
    await browser.post('/notices/dismiss', { notice_id: String(other?.id) })
  })

  await t.test('offer to restore an emptied calendar', async t => {
    await selectFamily(db)
    await saveCalendarEvents(db, {
      calendarId: 'family',
      night: day('2026-11-20'),
      generation: 0,
      eventId: 'event',
      etag: 'etag',
      pushedHash: 'hash.',
      judgedMeaning: null,
      note: null,
      state: 'present',
      unlisted: false,
    })
    await raiseNotice(db, { kind: 'reader-brake', night: null, data: null }, clock.now())
    t.match(await page(), '<form method="post" action="/notices/put-back">')
    t.equal((await browser.post('/notices/put-back')).headers.location, '/')
    t.same(await readNotices(db), [])
    t.same((await jobs()).toSorted(), ['pull', 'push'])
    t.notMatch(await page(), 'class="notices"')
  })

  await t.test('say that the clock cannot be right, and believe a person', async t => {
    const from = clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 70 }).toString()
    const absence = { parent: 'a', from, to: '', step: 'save' }
    for (const [days, said] of [
      [-60, /thinks that today is .* 20\d\d; it last ran on/],
      [60, /thinks that today is .* 20\d\d, but .* is already over/],
    ] as const) {
      await noteClock(db, clock.now().add({ hours: 24 * days }), { trusts: true })
      const body = await page()
      t.match(body, said)
      t.match(body, 'The clock of our computer is wrong.')
      const refused = await browser.post('/settings/absences', absence)
      t.equal(refused.statusCode, 503)
      t.match(refused.body, 'is wrong, so nothing was saved')
      t.equal((await browser.post('/notices/clock')).headers.location, '/')
      t.notMatch(await page(), 'thinks that today is')
      t.ok((await jobs()).includes('plan'))
    }
    t.equal((await browser.post('/settings/absences', absence)).statusCode, 302)
  })
})
