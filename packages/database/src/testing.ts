import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

/** A migrated database that only one test knows. */
export interface TestDatabase {
  db: Database
  url: string
}

// Any number will do, as long as nobody else on a test server takes it.
const templateLock = 20_261_121

/**
 * Makes a migrated database of the caller's own on the server of DATABASE_URL (a role that may
 * create databases), and drops it when `t` is torn down. The first test process migrates a template,
 * named for the migrations' source; each database is a copy of it.
 */
export async function testDatabase(t: {
  teardown(fn: () => Promise<void>): unknown
}): Promise<TestDatabase> {
  const template = await ensureTemplate()
  const name = `night_routine_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server => server.query(`create database ${name} template ${template}`))
  const url = urlOf(name)
  const db = connect({ url, applicationName: 'test' })
  t.teardown(async () => {
    await db.destroy()
    await onServer(server => server.query(`drop database ${name} with (force)`))
  })
  return { db, url }
}

let template: Promise<string> | undefined

function ensureTemplate(): Promise<string> {
  template ??= onServer(makeTemplate)
  return template
}

// Migrated under another name first: a template is there complete or not at all, whoever was killed.
async function makeTemplate(server: Client) {
  const name = `night_routine_template_${hashOfMigrations()}`
  const draft = `${name}_draft`
  await server.query(`select pg_advisory_lock(${templateLock})`)
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    await server.query(`drop database if exists ${draft} with (force)`)
    await server.query(`create database ${draft}`)
    await migrate(urlOf(draft))
    await server.query(`alter database ${draft} rename to ${name}`)
  }
  return name
}

function hashOfMigrations() {
  const folder = new URL('./migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 16)
}

async function onServer<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: adminUrl() })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

function urlOf(database: string) {
  const url = new URL(adminUrl())
  url.pathname = `/${database}`
  return url.href
}

function adminUrl() {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is not set: npm test starts a private server and sets it')
  return url
}
