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

t.test('lists the calendars of the account', async t => {
  const web = await runWeb(t)
  const { control } = web.emulator
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')

  await t.test('writable ones are choices, read-only ones are not', async t => {
    const { statusCode, body } = await browser.get('/calendars')
    t.equal(statusCode, 200)
    t.match(body, /value="family"/)
    t.match(body, /Holidays/)
    t.equal(body.match(/type="radio"/g)?.length, 2)
  })

  await t.test('all of 500, over every page of the list', async t => {
    const roles = { 'alex@example.com': 'owner' } as const
    for (let index = 0; index < 498; index++)
      await control.saveCalendar({ id: `extra-${index}`, summary: `Extra ${index}`, roles })
    const { body } = await browser.get('/calendars')
    t.equal(body.match(/type="radio"/g)?.length, 500)
  })

  await t.test('calendar names are escaped', async t => {
    const roles = { 'alex@example.com': 'owner' } as const
    const summary = '<b>bold</b> \u202Egnirps {{this}}'
    await control.saveCalendar({ id: '"><script>', summary, roles })
    const { body } = await browser.get('/calendars')
    t.match(body, '&lt;b&gt;bold&lt;/b&gt;')
    t.match(body, 'value="&quot;&gt;&lt;script&gt;"')
    t.notMatch(body, /<script>|<b>/)
  })

  await t.test('a provider failure gives a clear page', async t => {
    for (const status of [500, 503]) {
      await control.fail({ path: 'calendarList', status })
      const { statusCode, body } = await browser.get('/calendars')
      t.equal(statusCode, 502)
      t.match(body, /<h1>Error<\/h1><p>Google/)
      await control.clearFaults()
    }
  })

  await t.test('a missing permission gives a clear page', async t => {
    await control.fail({ path: 'calendarList', status: 403, reason: 'forbidden' })
    const { statusCode, body } = await browser.get('/calendars')
    t.equal(statusCode, 502)
    t.match(body, '<h1>Error</h1><p>')
    await control.clearFaults()
  })

  await t.test('a revoked grant shows the banner with Reconnect', async t => {
    await control.revokeGrants('alex@example.com')
    const { statusCode, body } = await browser.get('/calendars')
    t.equal(statusCode, 200)
    t.match(body, 'href="/auth?intent=reconnect"')
    t.match(body, 'Google will ask for two permissions. Tick both boxes.')
    t.match(
      (await browser.get('/')).body,
      'href="/auth?intent=reconnect"',
      'and stays on other pages',
    )
  })
})

t.test('an account without calendars sees how to make one', async t => {
  const service = await routeService(t, alex)
  const context = await webContext(t, { grant: 'connected' })
  await service.register(calendars, { ...context, ...listing(async () => []) })
  t.match((await service.inject('/calendars')).body, 'Create new calendar')
})

t.test('a provider that takes too long gives a clear page', async t => {
  const service = await routeService(t, alex)
  const context = await webContext(t, { grant: 'connected' })
  const late = listing(() => Promise.reject(new CalendarError('timeout')))
  await service.register(calendars, { ...context, ...late })
  const { statusCode, body } = await service.inject('/calendars')
  t.equal(statusCode, 502)
  t.match(body, 'Google took too long to answer.')
})

t.test('a calendar server that hangs gets our page, not a cut connection', async t => {
  const server = createServer(socket => void socket.on('error', () => undefined)).listen(0)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const hanging = connectCalDav({ url: `http://127.0.0.1:${port}/`, silenceMs: 30 })
  const { service } = await ownCalendars(t, () => hanging.listCalendars())
  const address = await service.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/calendars`, { headers: { accept: 'text/html' } })
  t.equal(response.status, 502)
  t.match(await response.text(), 'The calendar server took too long to answer.')
})

/** Calendars that belong to the installation, which may make more of them. */
async function ownCalendars(t: Test, list: WebContext['calendars']['listCalendars']) {
  const service = await routeService(t, alex, [], 'en', { providers: ownProviders })
  const made: string[] = []
  const context = {
    ...(await webContext(t)),
    provider: { grants: null } as WebContext['provider'],
    calendars: {
      listCalendars: list,
      createCalendar: async ({ name }) => {
        made.push(name)
        return { ...family, name }
      },
    } as WebContext['calendars'],
  }
  await service.register(calendars, context)
  return { service, made }
}

const family = { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null }

t.test('makes a calendar on request where none can be written', async t => {
  const { service, made } = await ownCalendars(t, async () => [{ ...family, writable: false }])
  const { body } = await service.inject('/calendars')
  t.match(body, 'Make a calendar “Night Routine”')
  t.notMatch(body, /Google|Disconnect/)
  const answer = await service.inject({ method: 'POST', url: '/calendars/make' })
  t.equal(answer.statusCode, 302)
  t.equal(answer.headers.location, '/calendars')
  t.same(made, ['Night Routine'])
})

t.test('makes a calendar on request where another one can be written', async t => {
  const { service, made } = await ownCalendars(t, async () => [family])
  t.match((await service.inject('/calendars')).body, 'Make a calendar “Night Routine”')
  await service.inject({ method: 'POST', url: '/calendars/make' })
  t.same(made, ['Night Routine'])
})

t.test('a calendar that was renamed shows its new name', async t => {
  const service = await routeService(t, alex)
  const stored = await webContext(t, { grant: 'connected', calendar: 'Family' })
  const list = listing(async () => [{ ...family, name: 'Household' }])
  await service.register(calendars, { ...stored, ...list })
  t.match((await service.inject('/calendars')).body, '<bdi>Household</bdi>')
  t.match(await readCalendar(stored.db), { calendarId: 'family', calendarName: 'Household' })
})

t.test('a second click makes no second calendar', async t => {
  const { service, made } = await ownCalendars(t, async () => [
    { ...family, name: 'Night Routine' },
  ])
  await service.inject({ method: 'POST', url: '/calendars/make' })
  t.same(made, [])
  t.notMatch((await service.inject('/calendars')).body, 'Make a calendar')
})

t.test('two clicks at once make one calendar', async t => {
  const { service, made } = await ownCalendars(t, async () =>
    made.map(name => ({ ...family, name })),
  )
  const click = () => service.inject({ method: 'POST', url: '/calendars/make' })
  const answers = await Promise.all([click(), click(), click()])
  for (const { statusCode } of answers) t.equal(statusCode, 302)
  t.same(made, ['Night Routine'])
})

t.test('nothing is made at a provider that does not let us', async t => {
  const service = await routeService(t, alex)
  const context = { ...(await webContext(t, { grant: 'connected' })), ...listing(async () => []) }
  await service.register(calendars, context)
  t.notMatch((await service.inject('/calendars')).body, 'Make a calendar')
  t.equal((await service.inject({ method: 'POST', url: '/calendars/make' })).statusCode, 302)
})

t.test('a password that the calendar server refuses is for the person who runs it', async t => {
  const { service } = await ownCalendars(t, () => Promise.reject(new CalendarError('unauthorized')))
  const { body } = await service.inject('/calendars')
  t.match(body, 'The calendar server doesn’t accept this installation’s password')
  t.notMatch(body, /Google|econnect/)
})
