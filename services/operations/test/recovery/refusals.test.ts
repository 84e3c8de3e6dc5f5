import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from '@night-routine/database/connection'
import { migrateAhead, testDatabase } from '@night-routine/testing/database'
import { backUp, restore } from '@night-routine/operations'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import t from 'tap'
import { checkBackup, writeDump } from '../../src/recovery/dump-file.ts'
import { RecoveryError } from '../../src/recovery/manifest.ts'
import { contentsOf, folderOf, livedIn, now, otherDatabase, rewrite } from './place.ts'

const refusal = (message: RegExp) => ({ name: 'RecoveryError', message })

async function* endsWithoutRoom() {
  yield 'night-routine backup 1\n'
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

t.test('a full disk is a sentence with what to do', async t => {
  const folder = await folderOf(t)
  const write = writeDump(`${folder}/one.backup`, endsWithoutRoom())
  await t.rejects(write, refusal(/no room for .*one.backup. Make some, or name a file on another/))
  t.same(readdirSync(folder), [])
})

t.test('refuses a file that is not a backup, and a newer one', async t => {
  const { url, file } = await livedIn(t)
  const { url: target, db } = await otherDatabase(t)
  const read = () => restore(target, file, { now })
  await t.rejects(read(), refusal(/There is no file/))
  writeFileSync(file, 'a letter')
  await t.rejects(read(), refusal(/damaged/))
  await backUp(url, file, now)
  const whole = readFileSync(file)
  for (const [change, message] of [
    [() => 'PGDMP', /damaged/],
    [() => 'a shopping list\n', /not a backup of Night Routine/],
    [() => '', /not a backup of Night Routine/],
    [(text: string) => text.replace('backup 1', 'backup 2'), /format 2, which is newer/],
    [
      (text: string) => text.replace('["0001-initial"', '["0001-initial","0999-moon"'),
      /newer than this one: it knows 0999-moon/,
    ],
    [(text: string) => text.slice(0, text.lastIndexOf('{"manifest"')), /its end is missing/],
    [
      (text: string) => text.replace('Alternating', 'Total Count'),
      /public.assignments does not match/,
    ],
    [(text: string) => text.replace('"rows":2', '"rows":3'), /public.parents does not match/],
  ] as const) {
    writeFileSync(file, whole)
    rewrite(file, change)
    await t.rejects(read(), refusal(message))
  }
  t.same(await contentsOf(db), {}, 'nothing was touched')
})

t.test('refuses a damaged or truncated file, or restores the same data', async t => {
  const { url, file } = await livedIn(t)
  await backUp(url, file, now)
  const whole = readFileSync(file)
  const manifest = await checkBackup(file)
  let refused = 0
  const numRuns = process.env['LONG_TESTS'] ? 40 : 12
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ by
      writeFileSync(file, broken)
      // A few bits have no meaning: the time in the header, and the padding of the last byte.
      const found = await checkBackup(file).catch((error: unknown) => error)
      if (!(found instanceof RecoveryError)) t.same(found, manifest, `byte ${at}`)
      else refused += 1
      writeFileSync(file, whole.subarray(0, at))
      await t.rejects(checkBackup(file), RecoveryError, `cut at ${at}`)
    }),
    { numRuns },
  )
  t.ok(refused > numRuns / 2, `${refused} of ${numRuns} refused`)
  writeFileSync(file, whole)
  t.same(await checkBackup(file), manifest)
})

t.test('refuses a database that is in use, or belongs to another application', async t => {
  const { db, url, file } = await livedIn(t)
  await backUp(url, file, now)
  const before = await contentsOf(db)
  await t.rejects(restore(url, file, { now }), refusal(/in use: there are rows in public\.\w+/))
  t.same(await contentsOf(db), before)

  const foreign = await otherDatabase(t)
  await sql`create table recipes (name text)`.execute(foreign.db)
  for (const replace of [false, true])
    await t.rejects(
      restore(foreign.url, file, { now, replace }),
      refusal(/something else: it has the table public.recipes/),
    )
  await t.rejects(backUp(foreign.url, file, now), refusal(/nothing to back up/))
  t.same(Object.keys(await contentsOf(foreign.db)), ['public.recipes'])

  const used = await otherDatabase(t, { migrated: true })
  const web = connect({ url: used.url, applicationName: 'web' })
  await sql`select 1`.execute(web)
  await t.rejects(restore(used.url, file, { now }), refusal(/still connected: web/))
  await web.destroy()
  await restore(used.url, file, { now })
  await restore(used.url, file, { now, replace: true })
})

t.test('a restore that fails halfway changes nothing', async t => {
  const { db, url, file } = await livedIn(t)
  await backUp(url, file, now)
  const before = await contentsOf(db)
  const empty = await otherDatabase(t)
  // Its checksum is right, but the table refuses the row.
  rewrite(file, text => {
    const wrong = text.replace('Alternating', 'Caprice')
    const rows = /"public.assignments".*\n(.*\n)/.exec(wrong)?.[1] ?? ''
    const hash = createHash('sha256').update(rows).digest('hex')
    return wrong.replace(
      /("public.assignments","columns":[^\]]*\],"rows":1,"sha256":")\w+/,
      `$1${hash}`,
    )
  })
  await t.rejects(restore(url, file, { now, replace: true }), { code: '23514' })
  t.same(await contentsOf(db), before)
  await t.rejects(restore(empty.url, file, { now }), { code: '23514' })
  t.same(await contentsOf(empty.db), {})
})

t.test('--without-files drops the file rows of a lost vault folder', async t => {
  const { db, url, file } = await livedIn(t, { hasVault: true })
  await sql`insert into vault.accounts (id, email, name, password_hash, created_at)
    values ('a', 'a@b.c', 'A', '', now())`.execute(db)
  await sql`insert into vault.sites (id, account_id, created_at) values ('s', 'a', now())`.execute(
    db,
  )
  await sql`insert into vault.files (site_id, path, hash, size, created_at, modified_at)
    values ('s', 'p', ${'a'.repeat(64)}, 1, now(), now())`.execute(db)
  await backUp(url, file, now)
  const one = await otherDatabase(t)
  await restore(one.url, file, { now })
  t.equal((await contentsOf(one.db))['vault.files']?.length, 1)
  await restore(one.url, file, { now, replace: true, withoutFiles: true })
  t.equal((await contentsOf(one.db))['vault.files']?.length, 0)
  t.equal((await contentsOf(one.db))['vault.sites']?.length, 1)
})

t.test('a backup of a newer version is refused', async t => {
  const { db, url } = await testDatabase(t)
  await migrateAhead(db)
  const file = `${await folderOf(t)}/backup`
  await backUp(url, file, now)
  const other = await otherDatabase(t)
  await t.rejects(
    restore(other.url, file, { now }),
    /newer than this one: it knows 9999-of-tomorrow/,
  )
})
