import { markTokenBroken, saveCalendar, saveToken } from '@night-routine/database/calendar'
import { connect, parseSecretKeys, transaction } from '@night-routine/database/connection'
import { seedHousehold, type Assignment } from '@night-routine/database/nights'
import { addressAs, storeNights, testDatabase } from '@night-routine/testing/database'
import type { Test } from 'tap'
import type { WebContext } from '../src/plugins/context.ts'
import { clock, now } from './demo-household.ts'
import { providers } from './providers.ts'

/** What the database of a route's test holds. */
export interface Stored {
  nights?: readonly Assignment[]
  /** The household's grant; none by default. */
  grant?: 'connected' | 'broken'
  /** The name of the selected calendar. */
  calendar?: string
}

/** A context with a database of Alex and Robin. There is no provider: tests bring their own. */
export async function webContext(
  t: Test,
  { nights = [], grant, calendar }: Stored = {},
): Promise<WebContext> {
  const { db, url } = await testDatabase(t)
  const keys = parseSecretKeys([Buffer.alloc(32, 7).toString('base64')])
  const names = { parentA: 'Alex', parentB: 'Robin' }
  await seedHousehold(db, { ...names, timeZone: 'Europe/Paris', lookAheadDays: 30 })
  await storeNights(db, nights)
  await transaction(db, async trx => {
    if (calendar !== undefined)
      await saveCalendar(trx, { calendarId: 'family', calendarName: calendar })
    if (grant !== undefined) await saveToken(trx, keys, token)
    if (grant === 'broken') await markTokenBroken(trx, 'revoked', now)
  })
  const asWeb = connect({ url: addressAs('web', url), applicationName: 'web' })
  t.teardown(() => asWeb.destroy())
  const provider = { grants: {} } as WebContext['provider']
  const config = { SMTP_URL: 'smtp://mail.example.com' } as WebContext['config']
  return {
    ...({ provider } as Pick<WebContext, 'provider' | 'signIn' | 'signInHost' | 'calendars'>),
    config,
    providers,
    db: asWeb,
    lockingDb: asWeb,
    keys,
    ownsCredentials: false,
    hasSetUpPage: false,
    machine: null,
    clock,
    timeoutMs: 0,
    publicUrl: 'http://localhost:8080',
    isSecure: true,
    passkeyProblem: null,
    mayEnter: () => true,
    anybodyMayEnter: true,
    listed: ['alex@example.com', 'robin@example.com'],
    prepared: Promise.resolve(),
    wake: async () => {},
  }
}

export const token = {
  accessToken: 'access',
  refreshToken: 'refresh',
  tokenType: 'Bearer',
  expiry: now,
  scope: [],
  accountEmail: 'alex@example.com',
  accountSubject: '1',
}

/** The calendars that a provider lists. */
export function listing(
  listCalendars: WebContext['calendars']['listCalendars'],
  listOurEvents: WebContext['calendars']['listOurEvents'] = async () => [],
): Pick<WebContext, 'calendars'> {
  const calendars: Partial<WebContext['calendars']> = { listCalendars, listOurEvents }
  return { calendars: calendars as WebContext['calendars'] }
}
