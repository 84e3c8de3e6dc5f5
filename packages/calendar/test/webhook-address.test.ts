import { openCalendarProvider, webhookAddress } from '@night-routine/calendar'
import t from 'tap'

const path = '/api/webhook/calendar'
const emulator = 'http://127.0.0.1:8081'

const googleAt = (api: string | undefined) =>
  openCalendarProvider({
    ...settings,
    ...(api !== undefined && { GOOGLE_API_ROOT_URL: api }),
  })

const settings = {
  CALENDAR: 'google' as const,
  PUBLIC_URL: 'https://nights.example.org',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  ALLOW_OTHER_PROVIDER: false,
}

t.test('uses a public https address, or loopback with the emulator', async t => {
  const home = 'https://nights.example.org'
  const hooks = 'https://hooks.example.org/in'
  const lan = 'http://localhost:8080'
  const table: [
    PUBLIC_URL: string,
    WEBHOOK_URL: string | undefined,
    api: string | undefined,
    address: string | null,
  ][] = [
    [home, undefined, undefined, `${home}${path}`],
    [home, hooks, undefined, hooks],
    ['http://nights.example.org', undefined, undefined, null],
    ['http://nights.example.org', hooks, undefined, hooks],
    [home, 'http://hooks.example.org/in', undefined, null],
    [lan, undefined, undefined, null],
    ['https://localhost:8080', undefined, undefined, null],
    [lan, undefined, emulator, `${lan}${path}`],
    ['http://[::1]:8080', undefined, 'http://localhost:1', `http://[::1]:8080${path}`],
    ['http://routine.localhost', undefined, emulator, `http://routine.localhost${path}`],
    [lan, undefined, 'https://calendar.example.org', null],
    ['http://localhost.example.org', undefined, emulator, null],
    [home, undefined, emulator, `${home}${path}`],
  ]
  for (const [PUBLIC_URL, WEBHOOK_URL, api, address] of table) {
    const config = { PUBLIC_URL, ...(WEBHOOK_URL !== undefined && { WEBHOOK_URL }) }
    t.equal(webhookAddress(config, googleAt(api)), address, `${PUBLIC_URL} ${WEBHOOK_URL} ${api}`)
  }
})
