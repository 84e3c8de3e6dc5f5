import { hash, randomUUID } from 'node:crypto'
import { connectGoogle, createSignIn } from '@night-routine/calendar'
import { announceChannel } from '@night-routine/database/calendar'
import { testDatabase } from '@night-routine/testing/database'
import { createGate } from '@night-routine/servers'
import { startEmulator, type Emulator } from '@night-routine/google-emulator'
import type { Test } from 'tap'
import { startIngest } from './ingest.ts'

/** The family's calendar at the emulator, a parent's access to it, and the service under test. */
export async function watchedCalendar(t: Test) {
  const { db, url } = await testDatabase(t)
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  const ingest = await startIngest(t, { DATABASE_URL: gate.url })
  const emulator = await startEmulator()
  t.teardown(() => emulator.close())
  const calendar = await calendarOfAlex(emulator)
  await emulator.control.notifications({ retryBaseMilliseconds: 100 })
  const address = `http://127.0.0.1:${ingest.port}/api/webhook/calendar`

  return {
    db,
    gate,
    ingest,
    calendar,
    control: emulator.control,
    /** Announces and opens a channel, as the worker does, but does not confirm it. */
    watch: async () => {
      const channelId = randomUUID()
      const token = randomUUID()
      const tokenHash = hash('sha256', token)
      await announceChannel(db, { channelId, calendarId: 'family', tokenHash, address })
      const answer = await calendar.notifications.watch('family', { channelId, token, address })
      return { channelId, token, ...answer }
    },
    /** A person adds an event. */
    change: () =>
      emulator.control.createEvent('family', {
        summary: 'Dentist',
        start: { date: '2026-11-20' },
        end: { date: '2026-11-21' },
      }),
  }
}

async function calendarOfAlex(emulator: Emulator) {
  const { origin, clientId, clientSecret, control } = emulator
  const signIn = createSignIn({
    clientId,
    clientSecret,
    redirectUri: 'http://localhost:8080/oauth/callback',
    authUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    revokeUrl: `${origin}/revoke`,
    jwksUrl: `${origin}/certs`,
    issuer: origin,
  })
  const attempt = signIn.begin({ consent: true })
  const callbackUrl = await control.consent(attempt.url, { email: 'alex@example.com' })
  const { grant } = await signIn.finish({ ...attempt, callbackUrl })
  return connectGoogle({ apiRootUrl: origin, accessToken: async () => grant.accessToken })
}
