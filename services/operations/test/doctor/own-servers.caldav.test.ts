import { addressAs } from '@night-routine/testing/database'
import { testDatabase } from '@night-routine/testing/database'
import { calendarPerson, startRadicale } from '@night-routine/servers/caldav'
import { startOpenidProvider } from '@night-routine/servers/openid'
import { ownServerSettings } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { diagnose } from '../../src/doctor/diagnose.ts'

/** An installation with its own calendar server and identity provider. */
async function ownServers(t: Test) {
  const { url } = await testDatabase(t)
  const radicale = await startRadicale(t.testdir())
  t.teardown(() => radicale.stop())
  const redirectUris = ['http://localhost:8080/oauth/callback']
  const provider = await startOpenidProvider({ redirectUris })
  t.teardown(() => provider.stop())
  const environment = {
    DATABASE_URL: addressAs('scheduler-worker', url),
    SECRET_KEYS: 'ab'.repeat(32),
    ...ownServerSettings(radicale, provider),
  }
  return { environment, person: calendarPerson(radicale), radicale }
}

const textOf = async (environment: Record<string, string>) =>
  (await diagnose(environment)).map(({ state, text }) => `${state} ${text}`).join('\n')

t.test('the doctor checks discovery, login, rights, clocks and sync of own servers', async t => {
  const { environment, person } = await ownServers(t)
  t.match(await textOf(environment), 'notice None of them can be written.')
  await person.makeCalendar('family')
  const text = await textOf(environment)
  for (const expected of [
    'ok Every setting can be used.',
    'ok The OpenID provider describes itself at http',
    'ok The provider knows OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    'ok CALDAV_URL leads to the account, which has 1 calendar.',
    'ok At least one of them can be written.',
    'ok The server says what changed',
    'ok This machine and the calendar server agree on the time.',
    'ok This machine and the identity provider agree on the time.',
    'ok This calendar sends no notifications',
    'notice No calendar is selected.',
  ])
    t.match(text, expected)
  t.notMatch(text, /google|grant/i)
})

t.test('the doctor says what is wrong with own servers', async t => {
  const { environment, radicale } = await ownServers(t)
  for (const [changes, text] of [
    [{ CALDAV_PASSWORD: 'wrong' }, 'problem The calendar server refuses CALDAV_USERNAME with'],
    [{ CALDAV_URL: environment.OIDC_ISSUER }, 'problem CALDAV_URL leads to no calendars'],
    [{ CALDAV_URL: 'http://127.0.0.1:9/' }, 'problem The calendar server could not be read'],
    [{ OIDC_CLIENT_SECRET: 'wrong' }, 'problem The provider does not accept OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: radicale.url }, 'problem What answers at http'],
    [{ CALENDAR: 'own' }, 'ok The calendar is Night Routine’s own'],
    [{ CALENDAR: 'google' }, 'problem CALENDAR=google needs SIGN_IN=google'],
  ] as const)
    t.match(await textOf({ ...environment, ...changes }), text)
})
