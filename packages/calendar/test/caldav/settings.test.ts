import { openCalendarProvider, webhookAddress } from '@night-routine/calendar'
import { loadConfig } from '@night-routine/service'
import t from 'tap'
import { memoryStore } from '../own/memory-store.ts'
import { faults, schema } from '../provider-settings.ts'
import { davServer, ordinary } from './dav-server.ts'

const signIn = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const account = { CALDAV_USERNAME: 'parents', CALDAV_PASSWORD: 'secret' }
const own = { ...signIn, ...account, CALENDAR: 'caldav', CALDAV_URL: 'https://dav.example.org/' }

t.test('the server needs its address, and an account that is whole', async t => {
  t.same(faults(own), [])
  t.matchOnly(faults({ ...signIn, CALENDAR: 'caldav' }), [/^CALDAV_URL is missing/])
  t.same(faults({ ...own, CALDAV_PASSWORD: '' }), ['CALDAV_USERNAME needs CALDAV_PASSWORD.'])
  t.same(faults({ ...own, CALDAV_USERNAME: '' }), ['CALDAV_PASSWORD needs CALDAV_USERNAME.'])
  t.same(faults({ ...own, CALDAV_TOKEN: 'x' }), [], 'the token is used')
  t.matchOnly(faults({ ...own, CALDAV_URL: 'https://me:pw@dav.example.org/' }), [
    /must not hold a password/,
  ])
})

t.test('a password needs https, this machine, or a permission', async t => {
  t.matchOnly(faults({ ...own, CALDAV_URL: 'http://dav.example.org/' }), [
    /CALDAV_ALLOW_PLAIN_HTTP=true/,
  ])
  t.same(faults({ ...own, CALDAV_URL: 'http://localhost:5232/' }), [])
  const allowed = { CALDAV_URL: 'http://radicale:5232/', CALDAV_ALLOW_PLAIN_HTTP: 'true' }
  t.same(faults({ ...own, ...allowed }), [])
})

t.test('its calendars belong to the installation, and are polled', async t => {
  const config = loadConfig(schema, own)
  const provider = openCalendarProvider(config)
  t.equal(provider.grants, null)
  t.notOk(provider.isEmulator)
  t.equal(webhookAddress({ PUBLIC_URL: 'https://nights.example.org' }, provider), null)
  const calendar = provider.connect(async () => '', memoryStore())
  t.notOk(calendar.notifications)
  t.notOk(calendar.remembersRemoved)
})

t.test('a token is sent in place of a name and a password', async t => {
  const { port, asked } = await davServer(t, ordinary)
  await port({ token: 'x' }).listCalendars()
  t.same([...new Set(asked.map(({ headers }) => headers.authorization))], ['Bearer x'])
})
