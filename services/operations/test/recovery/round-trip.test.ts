import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { noteClock } from '@night-routine/database/clock'
import { connect, migrate, migrations, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { foldEmail } from '@night-routine/service'
import { loseEverything } from '@night-routine/testing/database'
import { backUp, restore } from '@night-routine/operations'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import t from 'tap'
import { passingTables } from '../../src/recovery/catalog.ts'
import { contentsOf, livedIn, now, otherDatabase } from './place.ts'

// The migrator's own tables say when it ran.
const notCompared = new Set([...passingTables, 'public.kysely_migration', 'vault.migration'])

t.test('backs up every table except the passing ones', async t => {
  const { db, url, file } = await livedIn(t, { hasVault: true })
  const manifest = await backUp(url, file, now)
  const kept = manifest.tables.map(({ table }) => table)
  const there = Object.keys(await contentsOf(db)).filter(name => !/migration/.test(name))
  t.same([...kept, ...passingTables].toSorted(), there.toSorted())
  t.ok(
    kept.indexOf('public.parents') < kept.indexOf('public.absences'),
    'each after those it references',
  )
  t.ok(kept.indexOf('vault.accounts') < kept.indexOf('vault.sites'))
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.same(await readdir(dirname(file)), ['household.backup'], 'nothing else is left')
})

const character = fc.constantFrom(
  '\\',
  '\n',
  '\r',
  '\t',
  "'",
  '"',
  '\\.',
  'N',
  '{',
  'é',
  'e\u0301',
  '🌙',
  '\u2028',
  '\u200f',
  '\u0001',
  ' ',
)
const text = fc
  .array(fc.oneof(character, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map(parts => `x${parts.join('')}`.replaceAll('\u0000', ''))
  .filter(one => one.isWellFormed())
const big = fc.bigInt({ min: 1n, max: 2n ** 63n - 2n })
const moment = fc.constantFrom(
  '2026-11-20T18:00:00.123456Z',
  '0044-03-15 12:00:00 BC',
  '294276-12-31T23:59:59.999999Z',
  'infinity',
)

/** Fills tables with values that are hard to quote. */
async function fill(db: Database, all: { id: bigint; value: string; at: string; night: number }[]) {
  for (const { id, value, at, night } of all) {
    const json = JSON.stringify({ value, [value]: [id.toString(), null, 1.5, true] })
    await sql`insert into history (id, at, actor_kind, actor, action, night, before, after, change)
      overriding system value values (${id}, ${at}::timestamptz, 'person', ${value}, ${value},
        '2026-01-01'::date + ${night}::int, ${json}::jsonb, null, gen_random_uuid())
      on conflict do nothing`.execute(db)
    await sql`insert into assignments (night, caregiver_type, parent, reason, decided_on, explanation)
      values ('2026-01-01'::date + ${night}::int, 'parent', 'a', 'Alternating', '-infinity',
        ${json}::json) on conflict do nothing`.execute(db)
    await sql`insert into oauth_token (access_token, refresh_token, token_type, expiry, scope,
        account_email, account_subject) values (${value}, null, ${value}, ${at}::timestamptz,
        ${[value, '', 'null', 'a,b', '{}']}, ${value}, ${value})
      on conflict (id) do update set access_token = ${value}, scope = ${[value]}`.execute(db)
    await sql`insert into vault.accounts (id, email, name, password_hash, totp_step, created_at)
      values (${id.toString()}, lower(${value}), ${value}, '', ${id}, now())
      on conflict do nothing`.execute(db)
    await fillCredentials(db, { id, value, at })
  }
  await sql`update parents set unavailable_weekdays = '{1,7}' where id = 'a'`.execute(db)
}

/** A person who signs in at the installation itself, and what their sign-ins leave behind. */
async function fillCredentials(
  db: Database,
  { id, value, at }: { id: bigint; value: string; at: string },
) {
  const email = foldEmail(value)
  await sql`insert into identities (id, email, password_hash, totp_secret, totp_step, version, created_at)
    values (md5(${email})::uuid, ${email}, ${value}, ${value}, ${id}, 2, ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  const owner = sql`md5(${email})::uuid`
  await sql`insert into passkeys (id, identity_id, public_key, counter, transports, name, created_at)
    values (${value}, ${owner}, ${Buffer.from(value)}, ${id}, ${[value, '', 'null', 'a,b']},
      left(${value}, 80), ${at}::timestamptz) on conflict do nothing`.execute(db)
  await sql`insert into installation_settings (name, value, changed_at)
    values ('S' || translate(${id}::text, '-', '_'), ${value}, ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  await sql`insert into recovery_codes (identity_id, code_hash)
    values (${owner}, encode(sha256(${Buffer.from(value)}), 'hex')) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into sign_in_attempts (email_hash, failures, last_at) values (${value}, 3, now())
    on conflict do nothing`.execute(db)
  await sql`insert into sign_in_addresses (account_id, address_hash, last_at)
    values (${owner}, ${value}, now()) on conflict do nothing`.execute(db)
  await sql`insert into identity_states (kind, id, data, identity_id, expires_at)
    values ('Session', ${value}, '{}', ${owner}, now()) on conflict do nothing`.execute(db)
}

t.test('restores every value unchanged', async t => {
  const { db, url, file } = await livedIn(t, { hasVault: true })
  const row = fc.record({ id: big, value: text, at: moment, night: fc.nat(400) })
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rows, async all => {
      await fill(db, all)
      // A restore notes the time.
      await noteClock(db, now)
      const before = await contentsOf(db, notCompared)
      await backUp(url, file, now)
      await loseEverything(db)
      const { manifest } = await restore(url, file, { now })
      const after = await contentsOf(db, notCompared)
      if (JSON.stringify(after) !== JSON.stringify(before)) t.same(after, before)
      for (const { table, rows: count } of manifest.tables) t.equal(after[table]?.length, count)
      for (const gone of passingTables)
        if (!['public.job_requests', 'public.restoration'].includes(gone))
          t.same((await contentsOf(db))[gone], [])
    }),
    { numRuns: process.env['LONG_TESTS'] ? 8 : 3 },
  )
})

t.test('an id that was used before the backup is not used again', async t => {
  const { db, url, file } = await livedIn(t)
  await sql`insert into notices (kind, created_at) values ('one', now()), ('two', now())`.execute(
    db,
  )
  await sql`delete from notices`.execute(db)
  await backUp(url, file, now)
  await loseEverything(db)
  await restore(url, file, { now })
  const { rows } = await sql<{ id: bigint }>`insert into notices (kind, created_at)
    values ('three', now()) returning id`.execute(db)
  t.equal(rows[0]?.id, 3n)
  await sql`insert into assignments (night, caregiver_type, decided_on)
    values ('2026-11-21', 'parent', now())`.execute(db)
})

t.test('a restore requests the jobs that read the calendar, and retires channels', async t => {
  const { db, url, file } = await livedIn(t)
  await sql`insert into notification_channels
      (channel_id, calendar_id, resource_id, token_hash, address, expiration, state)
    values ('c', 'family', 'r', 'h', 'https://x', now() + interval '1 day', 'live')`.execute(db)
  await backUp(url, file, now)
  await loseEverything(db)
  await restore(url, file, { now })
  t.same((await readJobRequests(db)).map(({ kind }) => kind).toSorted(), [
    'channel',
    'plan',
    'pull',
    'push',
  ])
  const channels = await contentsOf(db)
  t.match(channels['public.notification_channels']?.join(), /,retired,/)
  t.equal(channels['public.restoration']?.length, 1)
})

t.test('a backup is one snapshot, although others write meanwhile', async t => {
  const { url, file } = await livedIn(t)
  const writer = connect({ url, applicationName: 'test' })
  t.teardown(() => writer.destroy())
  const ending = new AbortController()
  let written = 0
  const writing = (async () => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      await writer.transaction().execute(async trx => {
        await sql`insert into notices (kind, created_at) values (${`n${n}`}, now())`.execute(trx)
        await sql`insert into share_links (token_hash, created_by, created_at)
          values (encode(sha256(${`${n}`}::bytea), 'hex'), 'x', now())`.execute(trx)
      })
      written += 1
    }
  })()
  const during: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const before = written
    const { tables } = await backUp(url, file, now)
    const count = (name: string) => tables.find(({ table }) => table === name)?.rows
    t.equal(count('public.notices'), count('public.share_links'))
    during.push(written - before)
  }
  ending.abort()
  await writing
  t.ok(Math.max(...during) > 0, `${during.join()} were written meanwhile`)
})

t.test('migrates a backup of an older version', async t => {
  const { url, file, db } = await livedIn(t, { hasVault: true })
  await noteClock(db, now)
  const before = await contentsOf(db, notCompared)
  await backUp(url, file, now)
  const other = await otherDatabase(t, { migrated: true })
  const known: Record<string, Migration> = migrations
  known['9999-newer'] = {
    up: newer =>
      sql`alter table parents add column phone text`.execute(newer).then(() => undefined),
  }
  t.teardown(() => Reflect.deleteProperty(known, '9999-newer'))
  const { migrated } = await restore(other.url, file, { now })
  t.same(migrated, ['9999-newer'])
  t.same(await migrate(other.url), [], 'nothing is left to migrate')
  await sql`alter table parents drop column phone`.execute(other.db)
  t.same(await contentsOf(other.db, notCompared), before)
})
