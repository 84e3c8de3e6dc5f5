import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCalendarEvents, readNotices } from '@night-routine/database/calendar'
import { migrate, migrations, parseSecretKeys } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { findInvitation, findSessionRecord, findShareLink } from '@night-routine/database/people'
import { migrateVault, vaultMigrations } from '@night-routine/database/vault'
import { createPace, pullCalendar, pushCalendar } from '@night-routine/calendar-sync'
import { emptyDatabase } from '@night-routine/testing/database'
import { day, shownNight } from '@night-routine/testing/household'
import { sql } from 'kysely'
import { restore } from '@night-routine/operations'
import t, { type Test } from 'tap'
import { passingTables } from '../../src/recovery/catalog.ts'
import { countKeyUse } from '../../src/recovery/keys.ts'
import { folderOf } from '../recovery/place.ts'
import { calendarOf } from './calendar-of.ts'
import { fullHousehold } from './full-household.ts'
import {
  backupIn,
  loadRelease,
  lostRows,
  readRelease,
  readSchema,
  writeRelease,
  type Release,
} from './release.ts'

const folder = join(import.meta.dirname, 'releases')

// Another address than at the release, so the first push writes every event that no person edited.
const publicUrl = 'http://localhost:8080'
const rules = {
  pace: createPace({ burst: 10_000, unitsPerSecond: 1000 }),
  guard: () => {},
  maxCalls: 500,
}

const titleOf = ({ id, night, summary }: { id: string; night: string; summary: string }) =>
  `${night} ${summary} ${id}`

const tokenOf = (row: Record<string, string | null>) => row['token_hash'] ?? ''

const later = (all: Record<string, unknown>, known: readonly string[]) =>
  Object.keys(all).filter(name => !known.includes(name))

/** The rows of a release with what a migration changes on purpose: since 0023 an undo has one name. */
function keptRows({ tables }: Release): Release['tables'] {
  const earlier = /"action": "(?:change-taken-back|settings-undone|note-undone|weight-undone)"/
  const history = tables['public.history'] ?? []
  const renamed = history.map(row => row.replace(earlier, '"action": "change-undone"'))
  return { ...tables, 'public.history': renamed }
}

/** The tables of a release in a database of this version. */
async function upgraded(t: Test, release: Release) {
  const { db, url } = await emptyDatabase(t)
  await loadRelease(url, release)
  const schema = await readSchema(url)
  const ran = { household: await migrate(url), vault: await migrateVault(url) }
  return { db, url, schema, ran }
}

t.test('finds rows that are gone or changed, and an edited migration', async t => {
  const release = readRelease(join(folder, '0504d8f8'))
  const { db, url } = await emptyDatabase(t)
  await loadRelease(url, release)
  await sql`delete from share_links where id = 1`.execute(db)
  await sql`update parents set name = name || '!' where id = 'b'`.execute(db)
  await sql`alter table share_links drop column revoked_at`.execute(db)
  const schema = await readSchema(url)
  const lost = Object.entries(await lostRows(url, release))
  t.same(
    lost.map(([table, rows]) => `${table} ${rows.length}`),
    ['public.parents 1', 'public.share_links 3'],
  )
  t.same(
    release.schema.filter(line => !schema.includes(line)),
    ['public.share_links: column revoked_at timestamp with time zone'],
  )
})

/** Checks that this version can take over what a release left. */
async function takesOver(t: Test, from: string): Promise<void> {
  const release = readRelease(from)

  await t.test('its database comes to this version with nothing lost', async t => {
    const { url, schema, ran } = await upgraded(t, release)
    t.same(schema, release.schema, 'its migrations make the schema that it had: none was edited')
    t.same(ran.household, later(migrations, release.migrations.household))
    t.same(ran.vault, later(vaultMigrations, release.migrations.vault))
    const kept = { ...release, tables: keptRows(release) }
    t.same(await lostRows(url, kept), {}, 'every row has the values that it had')
    const use = await countKeyUse(url, parseSecretKeys([release.secretKeys]))
    t.same(use.unreadable, [], 'the key of the release decrypts every secret')
    t.ok((use.keys[0]?.texts ?? 0) > 3, `${use.keys[0]?.texts} secrets`)
  })

  await t.test('sessions, share links and invitations work as before', async t => {
    const { db } = await upgraded(t, release)
    const rowsOf = (table: string): Record<string, string | null>[] =>
      (release.tables[table] ?? []).map(row => JSON.parse(row))
    const parents = new Map(rowsOf('public.accounts').map(({ email, parent }) => [email, parent]))
    for (const row of rowsOf('public.sessions')) {
      const { email, subject } = row
      const found = await findSessionRecord(db, tokenOf(row))
      t.match(found?.session, { email, subject })
      t.equal(found?.parent, parents.get(email ?? ''), `${email} is the same parent`)
    }
    for (const row of rowsOf('public.share_links')) {
      const found = await findShareLink(db, tokenOf(row))
      t.equal(found !== undefined, row['revoked_at'] === null, `share link ${row['id']}`)
    }
    for (const row of rowsOf('public.invitations')) {
      const found = await findInvitation(db, tokenOf(row), Temporal.Instant.from(release.takenAt))
      const ended = row['revoked_at'] === null ? 'open' : 'revoked'
      t.equal(found?.state, row['accepted_at'] === null ? ended : 'used')
    }
  })

  await t.test('its backup is restored', async t => {
    const { url } = await emptyDatabase(t)
    const { migrated, manifest } = await restore(url, backupIn(from), {
      now: Temporal.Instant.from(release.takenAt),
    })
    t.same(manifest.migrations, release.migrations)
    t.same(migrated, [
      ...later(migrations, release.migrations.household),
      ...later(vaultMigrations, release.migrations.vault),
    ])
    const kept = Object.entries(keptRows(release))
      .filter(([table]) => !passingTables.has(table))
      // A restore remembers the time, and apps read the own calendar anew.
      .map(([table, rows]) => [
        table,
        rows.map(row => row.replace(/, "(?:clock_seen_at|incarnation)": (?:null|"[^"]*")/, '')),
      ])
    const { 'public.notification_channels': channels, ...lost } = await lostRows(url, {
      ...release,
      tables: Object.fromEntries(kept),
    })
    t.same(lost, {}, 'every row that a backup holds has the values that it had')
    t.ok(
      channels?.every(row => row.includes('"state": "live"')),
      'a restore retires the channel',
    )
  })

  await t.test('its calendar is read and written', async t => {
    const { db } = await upgraded(t, release)
    const { unread } = release
    const now = Temporal.Instant.from(release.takenAt)
    const { calendar, events, writesOf } = await calendarOf(t, db, release)
    const pull = () => pullCalendar({ db, calendar, now, check: () => {} })
    const push = () => pushCalendar({ db, calendar, now, publicUrl, rules })
    const before = await events()
    t.ok(before.length > 25, `${before.length} events`)

    await push()
    t.same(
      (await events()).map(titleOf),
      before.map(titleOf),
      'a push keeps every title, and what people typed',
    )

    await pull()
    const { night, name } = unread.booked
    t.same((await readNights(db, day(night), day(night))).map(shownNight), [
      `${night} ${name} (locked)`,
    ])
    t.same(
      (await readNotices(db))
        .filter(({ kind }) => kind === 'removed-again')
        .map(one => String(one.night)),
      [unread.deleted],
    )
    await push()

    const after = await events()
    const known = await readCalendarEvents(db, 'family')
    t.same(
      after.map(({ id, night: on }) => `${on} ${id}`),
      known.map(({ eventId, night: on }) => `${on.toString()} ${eventId}`),
      'one event for each night that has one',
    )
    const ids = new Set(after.map(({ id }) => id))
    t.same(
      before.filter(({ id }) => !ids.has(id)),
      [],
      'no event was lost',
    )
    t.same(
      after.map(({ night: on }) => on).toSorted(),
      [...before.map(({ night: on }) => on), unread.deleted].toSorted(),
      'only the deleted event came back',
    )
    const noted = after.find(({ night: on }) => on === unread.noted.night)
    t.match(noted?.description, unread.noted.line, 'the line that somebody added stays')

    await pull()
    t.same(await writesOf(push), [], 'another read causes no write')
  })
}

for (const version of readdirSync(folder))
  t.test(`a household of ${version}`, async t => takesOver(t, join(folder, version)))

// `npm run release` sets it.
const next = process.env['WRITE_RELEASE']

t.test('a household of this version, as a release leaves it', async t => {
  const { url, facts } = await fullHousehold(t)
  const target = next === undefined ? await folderOf(t) : join(folder, next)
  await writeRelease(target, url, facts)
  const empty = Object.entries(readRelease(target).tables).filter(([, rows]) => rows.length === 0)
  t.same(
    empty.map(([table]) => table),
    ['public.disconnect_request'],
    'a migration of the next version meets rows in every other table',
  )
  await takesOver(t, target)
})
