import { openCalendarProvider, webhookAddress } from '@night-routine/calendar'
import { loadConfig } from '@night-routine/service'
import t from 'tap'
import { faults, schema } from './provider-settings.ts'

const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const production = { ...client, NODE_ENV: 'production', PUBLIC_URL: 'https://nights.example.org' }

const open = (more: Record<string, string>) =>
  openCalendarProvider(loadConfig(schema, { ...client, ...more }))

t.test('the chosen provider needs its settings', async t => {
  t.match(loadConfig(schema, client), { CALENDAR: 'google', SIGN_IN: 'google', ...client })
  t.matchOnly(faults({}), [/^GOOGLE_CLIENT_ID is missing/, /^GOOGLE_CLIENT_SECRET is missing/])
  t.matchOnly(faults({ ...client, CALENDAR: 'paper' }), [
    /^CALENDAR: "paper" is not one of google, caldav/,
  ])
})

t.test('a calendar of a person needs the sign-in that gives access to it', async t => {
  const openid = {
    SIGN_IN: 'oidc',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  }
  t.matchOnly(faults(openid), [/^CALENDAR=google needs SIGN_IN=google/])
  t.matchOnly(faults({ SIGN_IN: 'oidc' }), [
    /^OIDC_ISSUER is missing/,
    /^OIDC_CLIENT_ID is missing/,
    /^OIDC_CLIENT_SECRET is missing/,
    /^CALENDAR=google/,
  ])
  const plain = { ...openid, OIDC_ISSUER: 'http://id.example.org', NODE_ENV: 'production' }
  t.matchOnly(faults({ ...plain, PUBLIC_URL: 'https://nights.example.org' }), [
    /^CALENDAR=google/,
    /^OIDC_ISSUER: .*https/,
  ])
})

t.test('production speaks to Google alone, unless another provider is meant', async t => {
  t.same(faults(production), [])
  for (const address of [
    'http://localhost:8081',
    'https://google.com.evil.example',
    'http://www.googleapis.com',
  ])
    t.matchOnly(
      faults({ ...production, GOOGLE_API_ROOT_URL: address }),
      [/GOOGLE_API_ROOT_URL: .* is not Google\. .*ALLOW_OTHER_PROVIDER=true/],
      address,
    )
  const other = {
    GOOGLE_OAUTH_TOKEN_URL: 'https://sso.example.org/token',
    ALLOW_OTHER_PROVIDER: 'true',
  }
  t.same(faults({ ...production, ...other }), [], 'unless it is allowed explicitly')
  t.same(faults({ ...production, GOOGLE_API_ROOT_URL: 'https://www.googleapis.com/' }), [])
})

t.test('Google takes plain http on this machine only', async t => {
  const says = [/^PUBLIC_URL: Google works with https alone, and http:\/\/nights\.lan is not\. /]
  const lan = { PUBLIC_URL: 'http://nights.lan' }
  t.matchOnly(faults({ ...client, ...lan }), says)
  t.same(faults({ ...client, PUBLIC_URL: 'http://localhost:8080' }), [])
  t.same(faults({ ...client, PUBLIC_URL: 'https://nights.lan' }), [])
  const emulator = { GOOGLE_OAUTH_AUTH_URL: 'http://nights.lan:8081/auth' }
  t.same(faults({ ...client, ...lan, ...emulator }), [], 'another provider may')
  const own = {
    CALENDAR: 'caldav',
    SIGN_IN: 'accounts',
    CALDAV_URL: 'https://dav.example.org/',
  }
  t.same(faults({ ...own, ...lan }), [], 'without Google')
})

t.test('only Google’s own calendar is not the emulator', async t => {
  const isEmulator = (root: string) => open({ GOOGLE_API_ROOT_URL: root }).isEmulator
  t.notOk(open({}).isEmulator)
  t.notOk(isEmulator('https://www.googleapis.com'))
  t.ok(isEmulator('http://localhost:8081'))
  t.ok(isEmulator('https://googleapis.com.example.org'))
})

t.test('a provider without notifications has no address for them', async t => {
  const config = { PUBLIC_URL: 'https://nights.example.org' }
  t.ok(webhookAddress(config, open({})))
  t.equal(webhookAddress(config, { canNotify: () => false }), null)
})
