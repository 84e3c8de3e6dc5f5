import { awaitVaultSchema, connectVault, migrateVault } from '@night-routine/database/vault'
import { awaitSchema, connect, migrate } from '@night-routine/database/connection'
import { sql } from 'kysely'
import t from 'tap'
import { vaultMigrations as migrations } from '../../src/vault/migrate.ts'
import { emptyDatabase } from '@night-routine/testing/database'

const versions = Object.keys(migrations)

t.test('the tables of the vault host stand beside the household’s, or alone', async t => {
  const { db, url } = await emptyDatabase(t)
  const vault = connectVault({ url, applicationName: 'test' })
  t.teardown(() => vault.destroy())
  await t.rejects(awaitVaultSchema(vault, { timeoutMs: 300 }), new RegExp(versions.at(-1) ?? '-'))
  const results = await Promise.all([migrateVault(url), migrateVault(url), migrateVault(url)])
  t.same(results.flat(), versions, 'by one of several migrators')
  await awaitVaultSchema(vault, { timeoutMs: 5_000 })
  const tables = async (schema: string) =>
    (
      await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = ${schema} order by 1`.execute(db)
    ).rows.map(({ name }) => name)
  t.same(await tables('public'), [], 'nothing of the household')
  t.ok((await tables('vault')).includes('files'))
  await t.rejects(awaitSchema(db, { timeoutMs: 300 }))

  t.ok((await migrate(url)).length > 0)
  t.same(await migrateVault(url), [])
  const both = connect({ url, applicationName: 'test' })
  t.teardown(() => both.destroy())
  await awaitSchema(both, { timeoutMs: 5_000 })
})
