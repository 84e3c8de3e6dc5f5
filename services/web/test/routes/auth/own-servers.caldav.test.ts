import {
  connect,
  parseSecretKeys,
  readAccounts,
  readCalendar,
  readToken,
} from '@night-routine/database'
import { addressAs, testDatabase } from '@night-routine/database/testing'
import { startRadicale } from '@night-routine/servers/caldav'
import { passOpenidPages, startOpenidProvider } from '@night-routine/servers/openid'
import { ownServerSettings } from '@night-routine/servers'
import { createLogger, loadConfig } from '@night-routine/service'
import t, { type Test } from 'tap'
import { configSchema } from '../../../src/config.ts'
import { buildService } from '../../../src/service.ts'

const publicUrl = 'http://localhost:8080'
const secretKey = 'ab'.repeat(32)

/** Web with a calendar server and an identity provider of its own. */
async function ownServers(t: Test) {
  const { url } = await testDatabase(t)
  const radicale = await startRadicale(t.testdir())
  t.teardown(() => radicale.stop())
  let verified: boolean | undefined = true
  const provider = await startOpenidProvider({
    redirectUris: [`${publicUrl}/oauth/callback`],
    claims: email => ({ email, email_verified: verified }),
  })
  t.teardown(() => provider.stop())
  const config = loadConfig(configSchema, {
    DATABASE_URL: addressAs('web', url),
    SECRET_KEYS: secretKey,
    PUBLIC_URL: publicUrl,
    ALLOWED_EMAILS: 'alex@example.com,robin@example.com',
    ...ownServerSettings(radicale, provider),
  })
  const logger = createLogger({ name: 'web', level: 'fatal' })
  const clock = { now: () => Temporal.Now.instant() }
  const limits = { handlerTimeoutMs: 0 }
  const service = await buildService({ config, logger, clock, limits })
  t.teardown(() => service.close())
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  await service.ready()
  const verify = (value: boolean | undefined) => {
    verified = value
  }
  return { service, db, verify, provider }
}

type Service = Awaited<ReturnType<typeof ownServers>>['service']

/** A browser that signs in under this address; `send` keeps its cookies. */
function visitor(service: Service) {
  const cookies = new Map<string, string>()
  async function send(url: string, form?: Record<string, string>) {
    const answer = await service.inject({
      url,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { method: 'POST', payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    return answer
  }
  return {
    send,
    async signIn(email: string, path = '/auth') {
      const { headers } = await send(path)
      const back = new URL(await passOpenidPages(String(headers.location), email))
      return send(`${back.pathname}${back.search}`)
    },
  }
}

t.test('a household without an account at any company', async t => {
  const { service, db, verify, provider } = await ownServers(t)
  const alex = visitor(service)

  await t.test('is offered the sign-in by its own name', async t => {
    const { body } = await alex.send('/')
    t.match(body, `Sign in with ${new URL(provider.issuer).host}`)
    t.notMatch(body, /google/i)
  })

  await t.test('does not let in an address that is not verified', async t => {
    for (const verified of [false, undefined]) {
      verify(verified)
      const answer = await visitor(service).signIn('alex@example.com')
      t.equal(answer.statusCode, 403)
      t.match(answer.body, /hasn’t verified alex@example.com/)
    }
    verify(true)
    t.same(await readAccounts(db), [])
  })

  await t.test('does not let in a stranger', async t => {
    t.equal((await visitor(service).signIn('kim@example.com')).statusCode, 403)
  })

  await t.test('signs in, makes a calendar, and selects it', async t => {
    const back = await alex.signIn('alex@example.com')
    t.equal(back.statusCode, 302)
    t.equal(back.headers.location, '/calendars')
    const none = await alex.send('/calendars')
    t.match(none.body, 'Make a calendar “Night Routine”')
    t.notMatch(none.body, /google/i)
    t.equal((await alex.send('/calendars/make', {})).headers.location, '/calendars')
    const { body } = await alex.send('/calendars')
    const [, id = ''] = /name="calendar_id" value="([^"]+)"/.exec(body) ?? []
    t.match(body, 'Night Routine')
    t.notMatch(body, /google/i)
    const selected = await alex.send('/calendars/select', { calendar_id: id })
    t.equal(selected.headers.location, '/')
    t.match(await readCalendar(db), { calendarId: id, calendarName: 'Night Routine' })
    t.equal(await readToken(db, parseSecretKeys([secretKey])), undefined, 'no token is stored')
  })

  await t.test('shows no other provider on any page', async t => {
    for (const path of ['/', '/calendars', '/help', '/settings', '/settings/sharing', '/history'])
      t.notMatch((await alex.send(path)).body, /google/i, path)
  })

  await t.test('lets the other parent sign in, who then sees the month', async t => {
    const robin = visitor(service)
    t.equal((await robin.signIn('robin@example.com', '/auth?intent=reconnect')).statusCode, 302)
    t.equal((await robin.send('/calendars')).headers.location, '/')
  })

  await t.test('says that the provider is away', async t => {
    const later = visitor(service)
    const { headers } = await later.send('/auth')
    const back = new URL(await passOpenidPages(String(headers.location), 'alex@example.com'))
    await provider.stop()
    const { statusCode, body } = await later.send(`${back.pathname}${back.search}`)
    t.equal(statusCode, 502)
    t.match(body, 'isn’t responding. Try again in a moment.')
  })
})
