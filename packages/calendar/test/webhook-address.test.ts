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
  const table: [
    PUBLIC_URL: string,
    WEBHOOK_URL: string | undefined,
    api: string | undefined,
    address: string | null,
  ][] = [
    ['https://nights.example.org', undefined, undefined, `https://nights.example.org${path}`],
    [
      'https://nights.example.org',
      'https://hooks.example.org/in',
      undefined,
      'https://hooks.example.org/in',
    ],
    ['http://nights.example.org', undefined, undefined, null],
    [
      'http://nights.example.org',
      'https://hooks.example.org/in',
      undefined,
      'https://hooks.example.org/in',
    ],
    ['https://nights.example.org', 'http://hooks.example.org/in', undefined, null],
    ['http://localhost:8080', undefined, undefined, null],
    ['https://localhost:8080', undefined, undefined, null],
    ['http://127.0.0.1:8080', undefined, undefined, null],
    ['http://localhost:8080', undefined, emulator, `http://localhost:8080${path}`],
    ['http://[::1]:8080', undefined, 'http://localhost:1', `http://[::1]:8080${path}`],
    ['http://routine.localhost', undefined, emulator, `http://routine.localhost${path}`],
    ['http://localhost:8080', undefined, 'https://calendar.example.org', null],
    ['http://localhost.example.org', undefined, emulator, null],
    ['http://192.168.1.5:8080', undefined, emulator, null],
    ['https://nights.example.org', undefined, emulator, `https://nights.example.org${path}`],
  ]
  for (const [PUBLIC_URL, WEBHOOK_URL, GOOGLE_API_ROOT_URL, address] of table)
    t.equal(
      webhookAddress(
        { PUBLIC_URL, ...(WEBHOOK_URL !== undefined && { WEBHOOK_URL }) },
        googleAt(GOOGLE_API_ROOT_URL),
      ),
      address,
      `${PUBLIC_URL} ${WEBHOOK_URL ?? ''} ${GOOGLE_API_ROOT_URL ?? ''}`,
    )
})
