import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCalendarEvents, saveCalendar, saveToken } from '@night-routine/database/calendar'
import {
  householdTransaction,
  migrate,
  parseSecretKeys,
  seal,
  transaction,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { bindMember, saveMemberParent } from '@night-routine/database/people'
import { migrateVault } from '@night-routine/database/vault'
import {
  calendarAccess,
  createPace,
  pullCalendar,
  pushCalendar,
} from '@night-routine/calendar-sync'
import { startEmulator, type Control } from '@night-routine/google-emulator'
import {
  addAbsence,
  askForNight,
  bookBabysitter,
  giveNight,
  noteNight,
  undoLastChange,
  weighNight,
} from '@night-routine/household'
import { emptyDatabase } from '@night-routine/testing/database'
import {
  alex as alexHimself,
  day,
  nightOn,
  parentsNight,
  planAt,
  seed,
} from '@night-routine/testing/household'
import { sql } from 'kysely'
import type { Test } from 'tap'
import {
  consent,
  providerAt,
  signInAt,
} from '../../../../packages/calendar-sync/test/connected-provider.ts'
import { folderOf } from '../recovery/place.ts'
import type { ReleaseFacts } from './release.ts'

const accounts = [
  ['a', 'alex@example.com', '100000000000000000001'],
  ['b', 'robin@example.com', '100000000000000000002'],
] as const
const now = Temporal.Instant.from('2026-11-26T18:00:00Z')
const secretKeys = 'cd'.repeat(32)
const keys = parseSecretKeys([secretKeys])
const rules = {
  pace: createPace({ burst: 10_000, unitsPerSecond: 1000 }),
  guard: () => {},
  maxCalls: 500,
}

/** A household of this version that uses everything, with two months behind it and edits that were not read yet. */
export async function fullHousehold(t: Test): Promise<{ url: string; facts: ReleaseFacts }> {
  const { db, url } = await emptyDatabase(t)
  await migrate(url)
  await migrateVault(url)
  const stateFile = join(await folderOf(t), 'calendar.json')
  const emulator = await startEmulator({ stateFile })
  t.teardown(() => emulator.close())
  await liveOn(db)
  const signIn = signInAt(emulator)
  // Id tokens are checked by the machine's clock.
  const grant = await consent(emulator, signIn)
  await emulator.control.setClock(now)
  await transaction(db, async trx => {
    await saveToken(trx, keys, grant)
    for (const kind of ['pull', 'push', 'channel'] as const) await requestJob(trx, kind)
  })
  const port = calendarAccess({
    db,
    keys,
    provider: providerAt(emulator, signIn),
    now: () => now,
  })
  await pullCalendar({ db, calendar: port, now, check: () => {} })
  await pushCalendar({
    db,
    calendar: port,
    now,
    publicUrl: 'https://night-routine.example.org',
    rules,
  })
  await fillTheRest(db)
  const unread = await editCalendar(db, emulator.control)
  // Closing saves the state.
  await emulator.close()
  const state: object = JSON.parse(readFileSync(stateFile, 'utf8'))
  return { url, facts: { takenAt: now.toString(), secretKeys, unread, calendar: state } }
}

/** Two months of plans and changes. */
async function liveOn(db: Database): Promise<void> {
  await seed(db)
  await householdTransaction(db, async trx => {
    await saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })
    for (const [parent, email, subject] of accounts) {
      await bindMember(trx, email, subject)
      await saveMemberParent(trx, email, parent)
    }
  })
  for (let days = 60; days >= 0; days -= 5) await planAt(db, now.subtract({ hours: 24 * days }))
  const change = async (work: (trx: Transaction) => Promise<unknown>) =>
    householdTransaction(db, work)
  const by = { now, actor: alexHimself }
  const id = async (night: string) => (await nightOn(db, night)).id
  const [sitter, note] = [await id('2026-11-27'), await id('2026-11-28')]
  await change(trx =>
    bookBabysitter(trx, { id: sitter, babysitter: { name: 'Dana Ünal 🌙' }, ...by }),
  )
  await change(trx => noteNight(trx, { id: note, note: 'Bath first', shared: true, ...by }))
  await change(trx => weighNight(trx, { id: note, weight: 2, ...by }))
  const mine = await parentsNight(db, '2026-12-02')
  await change(trx =>
    giveNight(trx, { id: mine.id, to: mine.caregiver === 'a' ? 'b' : 'a', ...by }),
  )
  const away = { from: day('2026-12-20'), to: day('2026-12-22') }
  await change(trx => addAbsence(trx, { parent: 'a', ...away, ...by }))
  await change(trx =>
    addAbsence(trx, {
      parent: 'b',
      weekdays: [2],
      everyWeeks: 2,
      from: away.from,
      to: null,
      ...by,
    }),
  )
  await change(trx => bookBabysitter(trx, { id: note, babysitter: { name: 'Kim' }, ...by }))
  await change(trx => undoLastChange(trx, by))
  const coming = await readNights(db, day('2026-12-05'), day('2026-12-09'))
  const asked = coming.find(({ caregiver }) => caregiver === 'a')
  if (asked === undefined) throw new Error('Alex has no night to ask for')
  await change(trx => askForNight(trx, { id: asked.id, returnId: null, word: 'Choir', ...by }))
}

/** What people do in the calendar without a read afterwards. */
async function editCalendar(db: Database, control: Control): Promise<ReleaseFacts['unread']> {
  const coming = await readCalendarEvents(db, 'family', day('2026-12-10'))
  const [booked, deleted, noted] = coming
  if (!booked || !deleted || !noted) throw new Error('the calendar is empty')
  const of = async (id: string) =>
    (await control.events('family')).find(event => event.id === id)?.description
  const line = 'bring the bear'
  await control.editEvent('family', booked.eventId, { summary: '[Nils] 🌃👶Routine' })
  await control.removeEvent('family', deleted.eventId)
  const description = `${await of(noted.eventId)}\n${line}`
  await control.editEvent('family', noted.eventId, { description })
  return {
    booked: { night: booked.night.toString(), name: 'Nils' },
    deleted: deleted.night.toString(),
    noted: { night: noted.night.toString(), line },
  }
}

const hash = (digit: string) => digit.repeat(64)
const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`
const sealed = (place: Parameters<typeof seal>[1]) => seal(keys, place, 'a secret')
const at = now.toString()
const nextWeek = now.add({ hours: 168 }).toString()
const [alex, robin] = ['alex@example.com', 'robin@example.com']
const [identity, source] = [uuid('1'), uuid('2')]

type Rows = Record<string, Record<string, unknown>[]>

/** A row or more in every table that is still empty, as the services would write it. */
async function fillTheRest(db: Database): Promise<void> {
  for (const [table, rows] of Object.entries({ ...people, ...messages, ...calendars, ...vault }))
    for (const row of rows) {
      const columns = sql.join(Object.keys(row).map(name => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
        from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(
        db,
      )
    }
  await sql`update settings set publish = true`.execute(db)
  await sql`update publication set site_id = 'site', site_host = 'vault.example.org', slug = 'our-nights',
    password = ${sealed('publication.1.password')}, published_on = '2026-11-26', published_at = ${at}`.execute(
    db,
  )
}

const people: Rows = {
  sessions: [
    {
      token_hash: hash('a'),
      email: alex,
      subject: '100000000000000000001',
      device: 'Firefox on Linux',
      created_at: at,
      last_seen_at: at,
    },
  ],
  confirmations: [
    {
      session: hash('a'),
      id: uuid('4'),
      request: sealed(`confirmations.${uuid('4')}.request`),
      ends_at: nextWeek,
    },
  ],
  account_networks: [{ email: alex, network_hash: hash('8'), last_at: at }],
  account_notices: [{ email: alex, entry: 1 }],
  set_up_codes: [{ code_hash: hash('9'), ends_at: nextWeek }],
  share_links: [
    {
      token_hash: hash('b'),
      created_by: alex,
      created_at: at,
      sealed_token: sealed('share_links.1.token'),
    },
    { token_hash: hash('c'), created_by: robin, created_at: at, revoked_at: at },
  ],
  invitations: [
    {
      token_hash: hash('d'),
      parent: 'b',
      created_by: alex,
      created_at: at,
      expires_at: nextWeek,
    },
  ],
  access_tokens: [
    { token_hash: hash('e'), email: robin, name: 'Shelf', scope: 'read', created_at: at },
  ],
  identities: [
    {
      id: identity,
      email: alex,
      password_hash: '$argon2id$',
      totp_secret: sealed(`identities.${identity}.totp_secret`),
      created_at: at,
    },
  ],
  passkeys: [
    {
      id: 'cGFzc2tleQ',
      identity_id: identity,
      public_key: String.raw`\x00ff`,
      counter: 3,
      transports: ['internal', 'hybrid'],
      name: 'Phone',
      created_at: at,
    },
  ],
  recovery_codes: [{ identity_id: identity, code_hash: hash('f') }],
  identity_states: [
    { kind: 'Session', id: 'one', data: { accountId: 'one' }, expires_at: nextWeek },
  ],
  sign_in_attempts: [{ email_hash: hash('1'), failures: 2, last_at: at }],
  sign_in_addresses: [{ account_id: identity, address_hash: hash('2'), last_at: at }],
  installation_settings: [
    { name: 'SMTP_URL', value: sealed('installation_settings.SMTP_URL.value'), changed_at: at },
  ],
}

const messages: Rows = {
  notification_settings: [
    {
      email: alex,
      reminder_at: '18:45',
      changes: true,
      by_push: true,
      by_email: true,
      quiet_from: '21:30',
      quiet_to: '07:00',
    },
    { email: robin, changes: true },
  ],
  person_channels: [
    { email: alex, channel: 'ntfy', settings: sealed('person_channels.1.settings') },
    { email: alex, channel: 'push' },
    { email: robin, channel: 'email', is_on: false },
  ],
  push_keys: [{ public_key: 'BPublic', private_key: sealed('push_keys.1.private_key') }],
  push_subscriptions: [
    {
      email: alex,
      endpoint: 'https://push.example.org/1',
      p256dh: 'key',
      auth: 'secret',
      created_at: at,
      session: hash('a'),
      device: 'Firefox',
    },
  ],
  notification_deliveries: [
    {
      email: alex,
      kind: 'reminder',
      key: '2026-11-26',
      channel: 'push',
      subscription: 1,
      state: 'waiting',
      next_attempt_at: at,
      created_at: at,
    },
  ],
  notices: [{ kind: 'moved-back', night: '2026-11-28', created_at: at }],
}

const calendars: Rows = {
  absence_sources: [
    {
      id: source,
      parent: 'b',
      kind: 'address',
      address: sealed(`absence_sources.${source}.address`),
      name: 'work.example.org',
      added_at: at,
      checked_at: at,
      outcome: 'read',
    },
  ],
  source_absences: [{ source, first_night: '2027-02-01', last_night: '2027-02-03' }],
  imported_events: [{ calendar_id: 'family', event_id: 'of-another', night: '2026-01-01' }],
  own_calendar: [{ version: '7' }],
  own_events: [{ uid: 'doctor', name: 'doctor.ics', text: 'BEGIN:VCALENDAR', version: '7' }],
  notification_channels: [
    {
      channel_id: uuid('3'),
      calendar_id: 'family',
      resource_id: 'resource',
      token_hash: hash('3'),
      address: 'https://night-routine.example.org/api/webhook/calendar',
      expiration: nextWeek,
      state: 'live',
    },
  ],
  published_files: [{ path: 'index.md', hash: hash('4') }],
  // From a restore whose calendar was read.
  restoration: [{ taken_at: at, restored_at: at, learned_at: at }],
}

const vault: Rows = {
  'vault.accounts': [
    {
      id: 'one',
      email: alex,
      name: 'Alex',
      password_hash: '$argon2id$',
      totp_secret: sealed('vault_accounts.one.totp_secret'),
      created_at: at,
    },
  ],
  'vault.tokens': [{ token_hash: hash('5'), account_id: 'one', created_at: at, last_used_at: at }],
  'vault.sign_in_attempts': [{ email_hash: hash('6'), failures: 1, last_at: at }],
  'vault.sign_in_addresses': [{ account_id: 'one', address_hash: hash('7'), last_at: at }],
  'vault.vaults': [
    {
      id: 'v',
      account_id: 'one',
      name: 'Notes',
      key_hash: 'key',
      salt: 'salt',
      sealed_password: sealed('vault_vaults.v.password'),
      region: 'home',
      encryption_version: 3,
      created_at: at,
    },
  ],
  'vault.sites': [
    {
      id: 'site',
      account_id: 'one',
      slug: 'our-nights',
      options: { siteName: 'Our nights' },
      password_hash: '$argon2id$',
      created_at: at,
    },
  ],
  'vault.files': [
    {
      site_id: 'site',
      path: 'index.md',
      hash: hash('4'),
      size: 9,
      created_at: at,
      modified_at: at,
    },
  ],
  'vault.moved_files': [{ site_id: 'site', path: 'old.md', target: 'index.md' }],
  'vault.notes': [
    {
      hash: hash('4'),
      renderer: 1,
      title: 'Our nights',
      aliases: ['Nights'],
      content: { pieces: [] },
      words: 'Our nights',
      tags: ['family'],
      written_on: '2026-11-26',
    },
  ],
}
