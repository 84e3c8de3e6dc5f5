import t from 'tap'
import type { ProviderUnderTest } from './calendar-api.ts'
import { checks } from './conformance.ts'
import { emulatorFor, providerAt } from './emulator.ts'

t.test('the emulator', async t => {
  const provider = await providerAt(await emulatorFor(t))
  for (const check of checks) await t.test(check.says, async t => check.run(t, provider))
})

const names = [
  'GOOGLE_LIVE_REFRESH_TOKEN',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_LIVE_CALENDAR_ID',
] as const
const absent = names.filter(name => !process.env[name])

if (absent.length > 0) {
  t.comment(`NOT RUN against Google itself: ${absent.join(', ')} not in the environment`)
} else {
  t.test('Google', { timeout: 120_000 }, async t => {
    const provider = await google()
    for (const check of checks) await t.test(check.says, async t => check.run(t, provider))
  })
}

async function google(): Promise<ProviderUnderTest> {
  const [refreshToken = '', clientId = '', clientSecret = '', calendarId = ''] = names.map(
    name => process.env[name],
  )
  const tokenUrl = 'https://oauth2.googleapis.com/token'
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    }),
  })
  const { access_token: accessToken, error } = (await response.json()) as Record<string, string>
  if (accessToken === undefined) throw new Error(`Google gave no access token: ${error}`)
  return {
    apiRoot: 'https://www.googleapis.com',
    tokenUrl,
    clientId,
    clientSecret,
    accessToken,
    calendarId,
    readOnlyCalendarId: 'en.uk#holiday@group.v.calendar.google.com',
    expireSyncTokens: null,
  }
}
