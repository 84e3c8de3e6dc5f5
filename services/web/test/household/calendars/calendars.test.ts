import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { CalendarError, connectCalDav } from '@night-routine/calendar'
import { readCalendar } from '@night-routine/database/calendar'
import t, { type Test } from 'tap'
import type { WebContext } from '../../../src/plugins/context.ts'
import calendars from '../../../src/household/calendars/calendars-route.ts'
import { Browser } from '../../browser.ts'
import { alex } from '../../demo-household.ts'
import { ownProviders } from '../../providers.ts'
import { routeService } from '../../route-service.ts'
import { runWeb } from '../../running-web.ts'
import { listing, webContext } from '../../web-context.ts'

t.test('the calendars of an account', async t => {
  const web = await runWeb(t)
  const { control } = web.emulator
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const page = async () => (await browser.get('/calendars')).body
  const roles = { 'alex@example.com': 'owner' } as const

  await t.test('are choices if they are writable, over every page of the list', async t => {
    t.match(await page(), /value="family"/)
    t.match(await page(), /Holidays/)
    const summary = '<b>bold</b> \u202Egnirps {{this}}'
    await control.saveCalendar({ id: '"><script>', summary, roles })
    for (let index = 0; index < 257; index++)
      await control.saveCalendar({ id: `extra-${index}`, summary: `Extra ${index}`, roles })
    const body = await page()
    t.equal(body.match(/type="radio"/g)?.length, 260)
    t.match(body, '&lt;b&gt;bold&lt;/b&gt;')
    t.match(body, 'value="&quot;&gt;&lt;script&gt;"')
    t.notMatch(body, /<script>|<b>/)
  })

  await t.test('are missing with a clear page, if the provider fails', async t => {
    for (const fault of [{ status: 503 }, { status: 403, reason: 'forbidden' }]) {
      await control.fail({ path: 'calendarList', ...fault })
      const { statusCode, body } = await browser.get('/calendars')
      t.equal(statusCode, 502)
      t.match(body, /<h1>Error<\/h1><p>./)
      await control.clearFaults()
    }
  })

  await t.test('are asked for again after a revoked grant', async t => {
    await control.revokeGrants('alex@example.com')
    const body = await page()
    t.match(body, 'href="/auth?intent=reconnect"')
    t.match(body, 'Google will ask for two permissions. Tick both boxes.')
    t.match((await browser.get('/')).body, 'href="/auth?intent=reconnect"', 'on other pages too')
  })
})

const family = { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null }

/** The page where a provider lists these calendars; `own` ones belong to the installation, which may make more. */
async function open(
  t: Test,
  list: WebContext['calendars']['listCalendars'],
  { own = true, calendar }: { own?: boolean; calendar?: string } = {},
) {
  const providers = own ? { providers: ownProviders } : {}
  const service = await routeService(t, alex, [], 'en', providers)
  const made: string[] = []
  const stored = own ? {} : { grant: 'connected' as const, ...(calendar && { calendar }) }
  const context = await webContext(t, stored)
  const createCalendar = async ({ name }: { name: string }) => {
    made.push(name)
    return { ...family, name }
  }
  const ownCalendars = { listCalendars: list, createCalendar } as WebContext['calendars']
  await service.register(calendars, {
    ...context,
    ...(own
      ? { provider: { grants: null } as WebContext['provider'], calendars: ownCalendars }
      : listing(list)),
  })
  return {
    service,
    made,
    db: context.db,
    page: async () => (await service.inject('/calendars')).body,
    make: () => service.inject({ method: 'POST', url: '/calendars/make' }),
  }
}

t.test('a calendar is made on request where the installation may, once', async t => {
  for (const writable of [false, true]) {
    const { page, make, made } = await open(t, async () => [
      { ...family, writable },
      ...made.map(name => ({ ...family, name })),
    ])
    t.match(await page(), 'Make a calendar “Night Routine”')
    t.notMatch(await page(), /Google|Disconnect/)
    const answers = await Promise.all([make(), make(), make()])
    for (const { statusCode, headers } of answers)
      t.same([statusCode, headers.location], [302, '/calendars'])
    t.same(made, ['Night Routine'])
    t.notMatch(await page(), 'Make a calendar')
  }
  const elsewhere = await open(t, async () => [], { own: false })
  t.match(await elsewhere.page(), 'Create new calendar')
  t.notMatch(await elsewhere.page(), 'Make a calendar')
  t.equal((await elsewhere.make()).statusCode, 302, 'nothing is made there')
})

const renamed = async () => [{ ...family, name: 'Household' }]

t.test('a calendar that was renamed shows its new name', async t => {
  const { page, db } = await open(t, renamed, { own: false, calendar: 'Family' })
  t.match(await page(), '<bdi>Household</bdi>')
  t.match(await readCalendar(db), { calendarId: 'family', calendarName: 'Household' })
})

t.test('a calendar server that hangs, or refuses its password, is named', async t => {
  const server = createServer(socket => void socket.on('error', () => undefined)).listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const hanging = connectCalDav({ url: `http://127.0.0.1:${port}/`, silenceMs: 30 })
  const { service } = await open(t, () => hanging.listCalendars())
  const address = await service.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/calendars`, { headers: { accept: 'text/html' } })
  t.equal(response.status, 502, 'not a cut connection')
  t.match(await response.text(), 'The calendar server took too long to answer.')

  const refused = await open(t, () => Promise.reject(new CalendarError('unauthorized')))
  const body = await refused.page()
  t.match(body, 'The calendar server doesn’t accept this installation’s password')
  t.notMatch(body, /Google|econnect/)
})
