import {
  deleteDisconnectRequest,
  forgetToken,
  readCalendar,
  readDisconnectRequest,
  readToken,
} from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'

t.test('a form requests the disconnect, and the page shows its progress', async t => {
  const web = await runWeb(t)
  const { config, db, emulator } = web
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(db)
  t.match((await browser.get('/calendars')).body, 'action="/calendars/disconnect"')

  for (const time of ['once', 'twice']) {
    const { statusCode, headers } = await browser.post('/calendars/disconnect')
    t.same([statusCode, headers.location], [302, '/calendars'], time)
  }
  t.match(await readDisconnectRequest(db), { calendarName: 'Family' })
  t.equal(await readCalendar(db), undefined)
  const asked = (await readJobRequests(db)).map(
    ({ kind, requestNumber }) => `${kind} ${requestNumber}`,
  )
  t.same(asked, ['channel 1', 'push 1'], 'a second request changes nothing')

  await emulator.control.clearRequests()
  const { body } = await browser.get('/calendars')
  t.match(body, 'Disconnecting…')
  t.notMatch(body, /type="radio"|action="\/calendars\/disconnect"|Reconnect Google/)
  const home = await browser.get('/')
  t.match(home.body, 'Google Calendar is being disconnected.')
  t.notMatch(home.body, 'First steps')
  t.same(await emulator.control.requests(), [], 'without a call to the provider')

  await t.test('meanwhile no calendar can be selected, and no sign-in stores a grant', async t => {
    const refused = await browser.post('/calendars/select', { calendar_id: 'family' })
    t.equal(refused.statusCode, 409)
    t.match(refused.body, 'Google Calendar is being disconnected.')
    t.equal(await readCalendar(db), undefined)
    const before = await readToken(db, keys)
    await new Browser(web).signIn('robin@example.com', '/auth?intent=reconnect')
    t.equal((await readToken(db, keys))?.accountEmail, before?.accountEmail)
  })

  await t.test('afterwards it offers to connect, and people stay signed in', async t => {
    await transaction(db, async trx => {
      await forgetToken(trx)
      await deleteDisconnectRequest(trx)
    })
    const page = await browser.get('/calendars')
    t.match(
      page.body,
      '<a class="button" href="/auth?intent=reconnect">Connect Google Calendar</a>',
    )
    t.notMatch(page.body, /Reconnect Google|action="\/calendars\/disconnect"/)
    const afterwards = await browser.get('/')
    t.match(afterwards.body, 'First steps')
    for (const shown of [page, afterwards])
      t.match(shown.body, 'Google will ask for two permissions. Tick both boxes.')
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.equal((await readToken(db, keys))?.accountEmail, 'robin@example.com')
    t.match((await browser.get('/calendars')).body, 'value="family"')
  })
})
