import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createDatabase, ensureTemplate, type Test } from './test-server.ts'

/** A migrated database that only one test knows. */
export interface TestDatabase {
  db: Database
  url: string
}

/**
 * Makes a migrated database of the caller's own on the server of DATABASE_URL (a role that may
 * create databases), and drops it when `t` is torn down. It is a copy of a template that the first
 * test process migrates, named for the migrations' source so that a stale one is never used.
 */
export async function testDatabase(t: Test): Promise<TestDatabase> {
  const serverUrl = process.env['DATABASE_URL']
  if (!serverUrl)
    throw new Error('DATABASE_URL is not set: npm test starts a private server and sets it')
  const url = await createDatabase(t, serverUrl, await migratedTemplate(serverUrl))
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return { db, url }
}

let template: Promise<string> | undefined

function migratedTemplate(serverUrl: string): Promise<string> {
  template ??= makeTemplate(serverUrl)
  return template
}

async function makeTemplate(serverUrl: string) {
  const name = `night_routine_template_${hashOfMigrations()}`
  await ensureTemplate(serverUrl, name, migrate)
  return name
}

function hashOfMigrations() {
  const folder = new URL('./migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 16)
}
