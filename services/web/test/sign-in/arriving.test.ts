import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'
import { selectFamily } from '../selected-calendar.ts'

t.test('the first visit after a sign-in continues to tonight', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  const visitCalendars = async () => (await browser.get('/calendars')).headers.location

  await t.test('not before a calendar is chosen', async t => {
    t.equal((await browser.signIn('alex@example.com')).headers.location, '/calendars')
    t.equal(await visitCalendars(), undefined)
  })

  await t.test('nor after a choice that followed the sign-in', async t => {
    await browser.signIn('alex@example.com')
    await selectFamily(web.db)
    t.equal(await visitCalendars(), undefined)
  })

  await t.test('once', async t => {
    t.equal((await browser.signIn('alex@example.com')).headers.location, '/calendars')
    t.equal(await visitCalendars(), '/')
    t.equal(await visitCalendars(), undefined, 'the second visit is the list')
  })

  await t.test('also for the other parent, and after a reconnect', async t => {
    await browser.signIn('robin@example.com')
    t.equal(await visitCalendars(), '/')
    await browser.signIn('alex@example.com', '/auth?intent=reconnect')
    t.equal(await visitCalendars(), '/')
  })

  await t.test('not for a parent who wanted to reconnect another one’s account', async t => {
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.equal(await visitCalendars(), undefined)
    t.match((await browser.get('/calendars')).body, 'belongs to <bdi>alex@example.com</bdi>')
  })

  await t.test('only the parent whose account is connected is offered to disconnect', async t => {
    const { body } = await browser.get('/calendars')
    t.notMatch(body, 'action="/calendars/disconnect"')
    t.match(body, '<bdi>alex@example.com</bdi> connected Google Calendar')
    await browser.signIn('alex@example.com')
    await visitCalendars()
    t.match((await browser.get('/calendars')).body, 'action="/calendars/disconnect"')
  })
})
