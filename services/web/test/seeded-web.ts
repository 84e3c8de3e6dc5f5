import { openCalendarProvider } from '@night-routine/calendar'
import { calendarAccess, createPace, pushCalendar } from '@night-routine/calendar-sync'
import { parseSecretKeys, transaction, type TokenKeys } from '@night-routine/database/connection'
import { claimJob, finishJob } from '@night-routine/database/jobs'
import {
  appendHistory,
  insertAbsence,
  insertAbsenceSource,
  insertRepeatingAbsence,
  readHistory,
  readNights,
  readOpenAsks,
  readParents,
  saveParents,
  saveSourceAbsences,
  saveSourceOutcome,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import {
  saveNotificationSettings,
  savePersonChannel,
  savePushSubscription,
} from '@night-routine/database/notifications'
import {
  createAccessToken,
  createInvitation,
  createShareLink,
  letIn,
  saveOnHomeScreen,
  sealShareLink,
} from '@night-routine/database/people'
import { savePublication } from '@night-routine/database/site'
import { askPath, unsubscribePath } from '@night-routine/notifications'
import { storeNights } from '@night-routine/testing/database'
import type { Test } from 'tap'
import { newToken, tokenHash } from '../src/plugins/session.ts'
import { Browser } from './browser.ts'
import { listeningWeb, type ListeningWeb } from './listening-web.ts'
import { day, inTurn, sitter } from './nights.ts'
import { changes, long } from './recorded-changes.ts'
import type { RunningWeb } from './running-web.ts'

const alex = 'alex@example.com'
const grandparent = `${long.toLowerCase()}@a-long-domain.example.com`

const more = {
  SMTP_URL: 'smtp://mail.example.org',
  APPRISE_URL: 'http://apprise.example.org:8000',
  MQTT_URL: 'mqtt://127.0.0.1:9',
} as const

/** A year behind it, a babysitter now and then, and a month without anybody. */
const past: Assignment[] = inTurn('2025-11-20', 365)
  .filter(({ night }) => night.toPlainYearMonth().toString() !== '2026-03')
  .map((night, index) => {
    if (index % 17 === 5) return sitter(night.night.toString(), index % 2 ? 'Maria' : long)
    const isSwapped = index % 11 === 3
    return isSwapped ? { ...night, caregiver: night.caregiver === 'a' ? 'b' : 'a' } : night
  })

/** A household that uses everything, on the evening of 20 November 2026. */
export interface SeededWeb extends ListeningWeb {
  keys: TokenKeys
  /** The ids of nights: of Alex, of Robin who asks Alex, and one of each kind. */
  shown: Record<
    'own' | 'planned' | 'babysitter' | 'locked' | 'away' | 'open' | 'tooOld',
    bigint | undefined
  >
  /** Of the share page. */
  token: string
  /** Links of messages, to Alex. */
  askLink: string
  unsubscribeLink: string
  /** The last change, which can be undone. */
  change: string
}

export async function seededWeb(t: Pick<Test, 'teardown'>): Promise<SeededWeb> {
  const listening = await listeningWeb(t, more, before)
  const { web } = listening
  const { db } = web
  const keys = keysOf(web)
  const shown = await decide(listening)
  await transaction(db, trx => appendHistory(trx, changes.flat()))
  const ask = (await readOpenAsks(db)).find(({ parent }) => parent === 'b')
  const token = await seedPeople(listening, keys)
  await write(web, keys)
  // After the push: it is not in the calendar yet.
  const last = (await readNights(db, day('2026-12-18'), day('2026-12-18')))[0]
  await listening.alex.post('/nights/give', {
    assignment_id: String(last?.id),
    to: last?.caregiver === 'a' ? 'b' : 'a',
  })
  const [given] = await readHistory(db, { limit: 1, night: day('2026-12-18') })
  return {
    ...listening,
    keys,
    shown,
    token,
    askLink: askPath(keys, { ask: ask?.id ?? '', email: alex }),
    unsubscribeLink: unsubscribePath(keys, { email: alex, channel: 'push' }),
    change: given?.change ?? '',
  }
}

const keysOf = ({ config }: RunningWeb) => parseSecretKeys(config.SECRET_KEYS)

/** What the first plan heeds. */
async function before(web: RunningWeb): Promise<void> {
  const { db, clock } = web
  await storeNights(db, past)
  const now = clock.now()
  const version = { etag: null, window: '' }
  await transaction(db, async trx => {
    for (const [parent, from, to] of [
      ['b', '2026-12-04', '2026-12-06'],
      ['a', '2026-12-05', '2026-12-08'],
      ['b', '2026-12-30', '2027-01-09'],
    ] as const)
      await insertAbsence(trx, { parent, from: day(from), to: day(to) })
    const repeating = { parent: 'a', everyWeeks: 2, from: day('2027-02-01'), to: null } as const
    await insertRepeatingAbsence(trx, { ...repeating, weekdays: [1, 2, 3, 4] })
    await insertRepeatingAbsence(trx, {
      ...repeating,
      parent: 'b',
      weekdays: [],
      everyWeeks: 1,
      cycle: [2, 2, 3, 2, 2, 3],
    })
    const place = { kind: 'calendar', calendarId: 'work' } as const
    const source = { parent: 'a', place, name: 'Work', version, now } as const
    const work = await insertAbsenceSource(trx, keysOf(web), source)
    const nights = [{ from: day('2026-12-14'), to: day('2026-12-16') }]
    await saveSourceAbsences(trx, work, nights)
    const address = 'https://calendar.example.com/robin.ics'
    const unreachable = await insertAbsenceSource(trx, keysOf(web), {
      ...source,
      parent: 'b',
      place: { kind: 'address', address },
      name: 'calendar.example.com',
      now: now.subtract({ hours: 3 }),
    })
    await saveSourceOutcome(trx, unreachable, { outcome: 'unreachable', now })
  })
}

/** Sends the form of a night. */
const post = async (by: Browser, path: string, id: bigint | undefined, form = {}) => {
  const { statusCode, body } = await by.post(path, { assignment_id: String(id), ...form })
  if (statusCode !== 302) throw new Error(`${path}: ${statusCode} ${body}`)
}

/** What the two did with the nights ahead. */
async function decide({ web, alex: own, robin: other }: ListeningWeb) {
  const ahead = () => readNights(web.db, day('2026-11-21'), day('2026-12-19'))
  const chosen: bigint[] = []
  /** Another night of this parent that nothing was done with, in the present plan. */
  const next = async (parent: ParentId): Promise<bigint> => {
    const fits = ({ id, caregiver, override }: Assignment) =>
      caregiver === parent && !override && !chosen.includes(id)
    const id = (await ahead()).find(fits)?.id ?? 0n
    chosen.push(id)
    return id
  }
  const on = async (date: string) =>
    (await ahead()).find(({ night }) => night.equals(day(date)))?.id
  const booked = [await next('a'), await next('b')] as const
  await post(own, '/nights/babysitter', booked[0], { babysitter_name: 'Maria' })
  await post(own, '/nights/babysitter', booked[1], { babysitter_name: long })
  const locked = await next('a')
  await post(own, '/nights/lock', locked)
  await post(own, '/nights/weight', await on('2026-12-12'), { weight: '2' })
  const shown = { own: await next('a'), planned: await next('b') }
  await post(own, '/asks', await next('a'))
  const returned = { return_id: String(shown.own) }
  await post(other, '/asks', shown.planned, { word: 'Concert!', ...returned })
  const [tonight] = await readNights(web.db, day('2026-11-20'), day('2026-11-20'))
  const note = { note: 'Bath first, medicine at 19:30', shared: 'true' }
  for (const id of [tonight?.id, shown.own]) await post(own, '/nights/note', id, note)
  return {
    ...shown,
    babysitter: booked[0],
    locked,
    away: await on('2026-12-04'),
    open: await on('2026-12-05'),
    tooOld: 20261101n,
  }
}

/** Who comes in, and how they are reached. */
async function seedPeople({ web }: ListeningWeb, keys: TokenKeys): Promise<string> {
  const { db, clock } = web
  const now = clock.now()
  const earlier = now.subtract({ hours: 20 })
  await new Browser(web).signIn(alex)
  await letIn(db, grandparent, now)
  const [{ session } = { session: '' }] = await db
    .selectFrom('sessions')
    .select('token_hash as session')
    .where('email', '=', alex)
    .execute()
  const token = newToken()
  await transaction(db, async trx => {
    await saveNotificationSettings(trx, alex, {
      reminderAt: Temporal.PlainTime.from('18:30'),
      changes: true,
      channels: ['email', 'push'],
      quiet: { from: Temporal.PlainTime.from('22:00'), to: Temporal.PlainTime.from('07:00') },
    })
    const urls = 'gotify://gotify.example.org/AbCdEfGhIjKlMnO\ntgram://1234:AbCd/5678'
    await savePersonChannel(trx, keys, { email: alex, channel: 'apprise', values: { urls } })
    for (const email of [alex, grandparent]) {
      const invitation = {
        tokenHash: tokenHash(newToken()),
        parent: 'b',
        createdBy: email,
        now,
      } as const
      await createInvitation(trx, invitation)
    }
    await createShareLink(trx, { tokenHash: tokenHash(newToken()), createdBy: grandparent, now })
    const link = { tokenHash: tokenHash(token), createdBy: alex, now }
    await sealShareLink(trx, { keys, id: await createShareLink(trx, link), token })
    for (const [name, scope] of [
      ['Home Assistant', 'read'],
      ['Phone', 'write'],
    ] as const)
      await createAccessToken(trx, {
        tokenHash: tokenHash(newToken()),
        email: alex,
        name,
        scope,
        now,
      })
  })
  await saveOnHomeScreen(db, alex, now)
  const device = { email: alex, p256dh: 'BKey', auth: 'secret', now }
  await savePushSubscription(db, { ...device, endpoint: 'https://push.example.com/1', session })
  await savePushSubscription(db, { ...device, endpoint: 'https://push.example.com/2' })
  const message = { email: alex, key: 'seeded', next_attempt_at: earlier, created_at: earlier }
  await db
    .insertInto('notification_deliveries')
    .values([
      { ...message, channel: 'email', kind: 'reminder', state: 'sent', ended_at: earlier },
      {
        ...message,
        channel: 'apprise',
        kind: 'test',
        state: 'failed',
        error: 'apprise-unknown-service',
        ended_at: now,
      },
    ])
    .execute()
  await savePublication(db, {
    site: { id: '1', host: 'localhost', slug: '5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a' },
    address: 'http://localhost:8080/s/5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a/',
    publishedOn: day('2026-11-19'),
    publishedAt: now,
  })
  return token
}

/** Writes the plan into the calendar, as the worker does. */
async function write({ db, config, clock }: RunningWeb, keys: TokenKeys): Promise<void> {
  const calendar = calendarAccess({
    db,
    keys,
    provider: openCalendarProvider(config),
    now: () => clock.now(),
  })
  await pushCalendar({
    db,
    calendar,
    now: clock.now(),
    publicUrl: config.PUBLIC_URL,
    rules: {
      pace: createPace({ burst: 1_000, unitsPerSecond: 1_000 }),
      guard: () => {},
      maxCalls: 500,
    },
  })
  for (const kind of ['pull', 'push'] as const) {
    const claim = await claimJob(db, kind, { leaseSeconds: 30 })
    if (claim) await finishJob(db, claim)
  }
}

/** Renames the parents; the other's name is one letter longer. */
export async function renameParents({ web: { db } }: ListeningWeb, name: string): Promise<void> {
  const { a, b } = await readParents(db)
  await transaction(db, trx =>
    saveParents(trx, { a: { ...a, name }, b: { ...b, name: `${name}s` } }),
  )
}
