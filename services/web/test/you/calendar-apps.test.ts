import { connectCalDav } from '@night-routine/calendar'
import { ownEvents } from '@night-routine/calendar-sync'
import { readCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import { calendarPerson } from '@night-routine/servers/caldav'
import t from 'tap'
import { webWithCredentials } from '../web-with-credentials.ts'
import { calendar, connected } from './connected-app.ts'

t.test('a calendar app gets a password of its own, which opens the calendar alone', async t => {
  const { service, browser, page: made, account, person, db } = await connected(t)
  t.match(made, 'it’s only shown once')
  t.match(made, `value="http://localhost:8080/dav/"`)
  t.match(made, /Macs send a password over https only/)
  await waitFor('its selection', async () => (await readCalendar(db))?.calendarId === 'own')
  t.match(await connectCalDav(account).listCalendars(), [{ id: calendar, writable: true }])
  // However it was typed.
  const typed = { ...account, password: account.password.toUpperCase().replaceAll('-', ' ') }
  t.equal((await connectCalDav(typed).listCalendars()).length, 1)
  const bearer = { headers: { authorization: `Bearer ${account.password}` } }
  t.equal((await service.inject({ url: '/api/tonight', ...bearer })).statusCode, 401)
  const page = (await browser.send('/you')).body
  t.match(page, 'Calendar app')
  const [, id = ''] = /name="token_id" value="(\d+)"/.exec(page) ?? []
  const revoked = await browser.act('/you/tokens/revoke', { token_id: id })
  t.equal(revoked.headers.location, '/you#calendar-apps')
  t.match((await browser.send('/you')).body, 'App password revoked.')
  await t.rejects(person.events(calendar), /401/)
  const history = (await browser.send('/history')).body
  for (const did of ['made an app password', 'revoked the app password']) t.match(history, did)
})

t.test('a link that only shows the nights is made, shown and revoked on the page You', async t => {
  const { browser, service } = await connected(t)
  const made = await browser.act('/feed', { from: 'you' })
  t.match(made.body, '<a href="/you#calendar-apps">Back to your page</a>')
  const [, address = ''] = /value="[^"]*(\/feed\/[^"]+\/calendar\.ics)"/.exec(made.body) ?? []
  t.equal((await service.inject({ url: address })).statusCode, 200)
  const [, revoke = ''] =
    /action="(\/feed\/\d+\/revoke)"/.exec((await browser.send('/you')).body) ?? []
  const revoked = await browser.act(revoke, { from: 'you' })
  t.equal(revoked.headers.location, '/you#calendar-apps')
  t.notMatch((await browser.send('/you')).body, revoke)
  t.equal((await service.inject({ url: address })).statusCode, 404)
})

t.test('the own calendar is not disconnected, and leads to another one', async t => {
  const { browser } = await connected(t)
  const page = (await browser.send('/calendars')).body
  t.match(page, 'Night Routine’s own calendar')
  t.match(page, /Use Google’s or your own calendar server instead.*\/you\/installation/s)
  t.notMatch(page, /Disconnect|CalDAV|provider/)
})

t.test('a change wakes the worker, and the worker’s events are seen', async t => {
  const { db, person } = await connected(t)
  const requested = async () =>
    (await readJobRequests(db)).find(({ kind }) => kind === 'pull')?.requestNumber ?? 0n
  const before = await requested()
  await person.createEvent(calendar, 'doctor', { summary: 'Doctor', start: { date: '2026-12-01' } })
  t.ok((await requested()) > before)
  const found = await ownEvents(db).find({ uid: 'doctor' })
  t.match(found, { name: 'doctor.ics', text: /SUMMARY:Doctor/ })
  await person.editEvent(calendar, 'doctor', { summary: 'Dentist' })
  t.match(await person.events(calendar), [{ summary: 'Dentist' }])
  const changes = await ownEvents(db).changes(null)
  await person.removeEvent(calendar, 'doctor')
  t.match(await ownEvents(db).changes(changes?.token ?? ''), {
    events: [{ uid: 'doctor', text: null }],
  })
})

t.test('a device that missed 1,000 changes hears of them in one answer', async t => {
  const { db, person } = await connected(t)
  const events = ownEvents(db)
  await events.put({ uid: 'first', name: 'first.ics', text: 'x' }, null)
  const since = await events.changes(null)
  await transaction(db, async trx => {
    const fast = ownEvents(db, make => make(trx))
    for (let index = 0; index < 1_000; index += 1) {
      const written = await fast.put({ uid: `e${index}`, name: `e${index}.ics`, text: 'x' }, null)
      if (written && index % 10 === 0) await fast.remove(written)
    }
  })
  const startedAt = performance.now()
  const { body } = await person.request('REPORT', calendar, {
    body: `<d:sync-collection xmlns:d="DAV:"><d:sync-token>urn:night-routine:sync:${since?.token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`,
  })
  t.comment(`after ${Math.round(performance.now() - startedAt)} ms, ${body.length} bytes`)
  t.equal(body.match(/<\/x:getetag>/g)?.length, 900)
  t.equal(body.match(/404 Not Found/g)?.length, 100)
  t.match(
    body,
    `<d:sync-token>urn:night-routine:sync:${(await events.changes(null))?.token}</d:sync-token>`,
  )
  const polledAt = performance.now()
  await person.request('PROPFIND', calendar, { headers: { depth: '0' } })
  t.comment(`a look at the state takes ${Math.round(performance.now() - polledAt)} ms`)
})

t.test('wrong passwords are slowed down, and the right one is not', async t => {
  const { account, person } = await connected(t)
  const wrong = calendarPerson({ ...account, password: 'abcd-efgh-jkmn-pqrs' })
  for (let attempt = 0; attempt < 5; attempt += 1) await t.rejects(wrong.events(calendar), /401/)
  await t.rejects(wrong.events(calendar), /429/)
  t.same(await person.events(calendar), [])
})

t.test('there is no such server where the calendar is elsewhere', async t => {
  const { service } = await webWithCredentials(t)
  t.equal((await service.inject({ url: '/dav/' })).statusCode, 404)
})
