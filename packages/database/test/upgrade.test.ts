import { globSync, readFileSync } from 'node:fs'
import { awaitSchema, migrate } from '@night-routine/database/connection'
import { migrateAhead, testDatabase } from '@night-routine/testing/database'
import { migrateVault } from '@night-routine/database/vault'
import { sql } from 'kysely'
import t from 'tap'
import { migrations } from '../src/connection/migrate.ts'
import { breaches } from './migration-rules.ts'

t.test('a database that the next version has migrated is good enough for this one', async t => {
  const { db, url } = await testDatabase(t)
  await migrateAhead(db)
  await awaitSchema(db, { timeoutMs: 5_000 })
  t.same(await migrate(url), [], 'the migrator of this version has nothing to do')
  t.ok((await migrateVault(url)).includes('0001-initial'), 'the other part goes its own way')
  await sql`insert into vault.migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(
    db,
  )
  t.same(await migrateVault(url), [])
})

t.test('refuses a database of another branch of versions', async t => {
  const { db, url } = await testDatabase(t)
  const last = Object.keys(migrations).at(-1) ?? ''
  await migrateAhead(db)
  await sql`delete from kysely_migration where name = ${last}`.execute(db)
  await t.rejects(migrate(url), {
    name: 'MigrationRefusal',
    message:
      /belongs to another version .* it has the migration 9999-of-tomorrow\. Start that version/,
  })
  await sql`update kysely_migration set name = '0000-of-yesterday' where name = '9999-of-tomorrow'`.execute(
    db,
  )
  await t.rejects(migrate(url), /it has the migration 0000-of-yesterday/)
})

t.test('a newer version that took away what this one needs is refused', async t => {
  const { db, url } = await testDatabase(t)
  const last = Object.keys(migrations).at(-1)?.slice(0, 4) ?? ''
  const run = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
  await run(`9998-contract-after-${last}-old-names`)
  t.same(await migrate(url), [], 'this version can already do without it')
  await run('9999-contract-after-9997-older-names')
  await t.rejects(migrate(url), {
    name: 'MigrationRefusal',
    message:
      /newer version of Night Routine: it has the migration 9999-contract-after-9997-older-names\. Start that version again/,
  })
})

const folder = `${import.meta.dirname}/../src`
const sources = globSync('{migrations,vault/migrations}/0*.ts', { cwd: folder }).toSorted()

t.test('every migration leaves the previous version running', async t => {
  const found = sources.flatMap(path =>
    breaches(path, readFileSync(`${folder}/${path}`, 'utf8')).map(one => `${path}: ${one}`),
  )
  t.same(found, [])
})

const of = (statement: string, path = 'migrations/0099-x.ts') =>
  breaches(path, `await sql\`alter table a ${statement}\`.execute(db)`)

const wholly = (source: string) => breaches('migrations/0099-x.ts', source)

t.test('recognizes what breaks the previous version', async t => {
  for (const bad of [
    'drop column b',
    'DROP COLUMN if exists b',
    'rename to c',
    'rename column b to c',
    'alter column b type bigint',
    'alter column b set not null',
    'alter column b drop default',
    'add column b text not null',
    'add column b text not null check (length(b) < 80)',
    'add b text not null',
    "add column b text default '' unique",
    'add column b text unique nulls not distinct',
    'alter column b add generated always as identity',
    'add constraint c check (b > 0)',
    'add constraint c not null b',
    'add constraint c unique (b) not valid',
    'drop constraint c, add constraint c check (b > 1)',
    'add check (b > 0)',
    'add unique (b)',
    'add primary key (b)',
    'add foreign key (b) references d',
    'enable row level security',
  ])
    t.equal(of(bad).length, 1, bad)
  for (const good of [
    'add column b text',
    "add column b text not null default ''",
    "add column b text default '' not null",
    'alter column b drop not null',
    'alter column b set default 1',
    'add column b bigint generated always as identity unique',
    'add column b text check (length(b) between 1 and 80)',
    'add column b uuid not null unique default gen_random_uuid()',
    'drop constraint c',
  ])
    t.same(of(good), [], good)
  const index = 'sql`create unique index concurrently c on a (b) where b > 0`'
  t.same(wholly('sql`drop table a`'), ['drop table'])
  t.same(wholly('// drop table a\nsql`create table b (c text not null)`'), [])
  t.same(wholly(index), ['a new rule for an old table: c'])
  t.same(wholly('sql`create unique index on a (b)`'), [
    'a new rule for an old table: without a name',
  ])
  t.same(wholly('sql`create index c on a (b)`'), [])
  t.same(wholly('sql`create trigger c before insert or update on a execute function d()`'), [
    'a new rule for an old table: c',
  ])
  t.same(wholly('db.schema.alterTable("a")'), ['not written as sql`…`, so not read'])
  t.same(wholly('sql`alter table ${name} add constraint c check (b > 0)`').length, 1)
  t.same(
    wholly('sql`select 1; alter table only a add constraint c check (b > 0), add unique (b)`'),
    ['a new rule for an old table: c', 'a new rule for an old table: without a name'],
  )
  const made = 'sql`create table if not exists a (b integer)`'
  t.same(wholly(`${made}\n${index}\nsql\`alter table a add unique (b)\``), [], 'its own table')
  const reason = '// c holds: the version before\n    // writes no b.\n'
  t.same(wholly(reason + index), [], 'a reason is given')
  t.same(wholly(reason + index.replace(' c ', ' d ')), ['a new rule for an old table: d'])

  const contract = 'migrations/0099-contract-after-0098-b.ts'
  const since = '/** Unused since 1.4.0. */\nsql`alter table a drop column b`'
  t.same(of('drop column b', contract), [
    'a contract says since which version what it removes is unused',
  ])
  t.same(breaches(contract, since), [])
  t.same(breaches('migrations/0099-contract-b.ts', since), [
    'a contract names the migration it follows',
  ])
})
