import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'

/** What is asked of a test: node-tap's `t`. */
export interface Test {
  teardown(fn: () => Promise<void>): unknown
}

// Any number works, as long as nothing else on a test server uses it.
const templateLock = 20_261_121

/** Makes a database as a copy of `template`, dropped when `t` is torn down; its address. */
export async function createDatabase(t: Test, serverUrl: string, template: string) {
  const url = await makeDatabase(serverUrl, template)
  t.teardown(() => dropDatabase(serverUrl, url))
  return url
}

/** Makes a database as a copy of `template`; its address. */
export async function makeDatabase(serverUrl: string, template: string): Promise<string> {
  const name = `night_routine_test_${randomUUID().replaceAll('-', '')}`
  // Copying files is three times as quick as writing every page to the log: nothing here is kept.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await poolOf(serverUrl).query(copy)
  return urlOf(serverUrl, name)
}

export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  await poolOf(serverUrl).query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

const pools = new Map<string, Pool>()

/** Connections that many tests share: each test opens enough already. */
function poolOf(serverUrl: string): Pool {
  const found = pools.get(serverUrl)
  if (found) return found
  const pool = new Pool({ connectionString: serverUrl, allowExitOnIdle: true })
  // A server that stops ends idle connections.
  pool.on('error', () => undefined)
  pools.set(serverUrl, pool)
  return pool
}

/**
 * Makes the database `name` with `fill`, unless it is there. One test process does it, the
 * others wait. It is filled under another name first, so that a killed process leaves no half of it.
 */
export async function ensureTemplate(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const draft = `${name}_draft`
  await alone(serverUrl, async server => {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await server.query(`drop database if exists ${draft} with (force)`)
    await server.query(`create database ${draft}`)
    await fill(urlOf(serverUrl, draft))
    await server.query(`alter database ${draft} rename to ${name}`)
  })
}

/** Does what concerns the whole server while no other test process does. */
export async function alone(serverUrl: string, work: (server: Client) => Promise<unknown>) {
  const server = new Client({ connectionString: serverUrl })
  await server.connect()
  try {
    await server.query(`select pg_advisory_lock(${templateLock})`)
    await work(server)
  } finally {
    await server.end()
  }
}

function urlOf(serverUrl: string, database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
