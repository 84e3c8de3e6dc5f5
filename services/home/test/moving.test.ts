import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  connect,
  mapRoles,
  migrate,
  transaction,
  type Database,
} from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readHistory, readNights } from '@night-routine/database/nights'
import { readPublication } from '@night-routine/database/site'
import { connectVault, migrateVault, type VaultDatabase } from '@night-routine/database/vault'
import { runCommand } from '@night-routine/operations'
import { freePort, waitFor } from '@night-routine/servers'
import { sharedServer } from '@night-routine/service'
import {
  addressAs,
  emptyDatabase,
  inTurn,
  makeTestRoles,
  sitter,
  storeNights,
} from '@night-routine/testing/database'
import { shownNight } from '@night-routine/testing/household'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import {
  browserOf,
  firstPerson,
  goodPassword,
  secretKey,
} from '../../web/test/web-with-credentials.ts'
import { compose } from '../src/composition.ts'
import { commandAt, dataFolder, familySettings, homeAt } from './home-at.ts'

const alex = 'alex@example.com'
const settings = { ...familySettings, SWEEP_SECONDS: '1', PUBLISH_REST_SECONDS: '0' }

/** An installation of services that have a database server elsewhere, as with Docker Compose. */
async function servicesElsewhere(t: Test, secrets: { secretKeys: string; vaultPassword: string }) {
  const folder = await dataFolder(t)
  const { db, url } = await emptyDatabase(t)
  await makeTestRoles(url)
  const databaseUrls = mapRoles(role => addressAs(role, url))
  return {
    db,
    run: (...args: string[]) => commandWith(databaseUrls.owner, args),
    /** Starts the services, as after `migrate`. */
    async start() {
      await migrate(databaseUrls.owner)
      await migrateVault(databaseUrls.owner)
      const facts = { settings, databaseUrls, ...secrets }
      const vaultPort = await freePort()
      const composition = await compose({ ...facts, vaultFolder: join(folder, 'vault'), vaultPort })
      const server = sharedServer((request, response) => composition.answer(request, response))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      await waitFor('all services', async () => (await composition.health()).isReady)
      return {
        url: `http://127.0.0.1:${port}`,
        async stop() {
          server.close()
          await composition.close()
        },
      }
    },
  }
}

async function commandWith(url: string, args: readonly string[]) {
  const lines: string[] = []
  const code = await runCommand(args, {
    env: { DATABASE_URL: url },
    now: () => Temporal.Now.instant(),
    print: line => lines.push(line),
    signal: new AbortController().signal,
  })
  return { code, said: lines.join('\n') }
}

/** A browser of a person, at a server that runs. */
function browserAt(t: Test, url: string) {
  const front = Fastify()
  t.teardown(() => front.close())
  front.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  front.all('/*', async (request, reply) => {
    const { cookie = '', 'content-type': type } = request.headers
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method,
      redirect: 'manual',
      headers: { cookie, ...(type && { 'content-type': type }) },
      ...(typeof request.body === 'string' && { body: request.body }),
    })
    const location = answer.headers.get('location')
    if (location !== null) void reply.header('location', location)
    return reply
      .code(answer.status)
      .header('set-cookie', answer.headers.getSetCookie())
      .send(await answer.text())
  })
  return browserOf(front)
}

const longAgo = Temporal.PlainDate.from('2000-01-01')
const farAhead = Temporal.PlainDate.from('2200-01-01')

/** What a family sees. */
async function seenIn(t: Test, db: Database, url: string) {
  const { at } = await browserAt(t, url).enter('/auth', { email: alex, password: goodPassword })
  const { address } = await readPublication(db)
  const path = address === null ? '' : new URL(address).pathname
  await waitFor('the published page', async () =>
    (await (await fetch(url + path)).text()).includes('Next nights'),
  )
  return { signedInAt: at, path, nights: await nightsOf(db), history: await historyOf(db) }
}

async function nightsOf(db: Database): Promise<string[]> {
  return (await readNights(db, longAgo, farAhead)).map(shownNight)
}

async function historyOf(db: Database): Promise<string[]> {
  const lines = await readHistory(db, { limit: 1_000 })
  return lines.map(({ at, action }) => `${at.toString()} ${action}`)
}

/** The databases of a home that runs. */
async function databasesOf(t: Test, folder: string) {
  const url = await readFile(join(folder, 'data', 'running'), 'utf8')
  const db = connect({ url, applicationName: 'test' })
  const vault = connectVault({ url, applicationName: 'test' })
  t.teardown(() => Promise.all([db.destroy(), vault.destroy()]))
  return { db, vault }
}

/** Whether the publish host of a home lists files, and has their contents. */
async function hasContents(vault: VaultDatabase, folder: string): Promise<boolean> {
  const listed = await vault.selectFrom('vault.files').select('hash').execute()
  const kept = await readdir(join(folder, 'data/vault/files'), { recursive: true })
  const names = new Set(kept.map(path => basename(path)))
  return listed.length > 0 && listed.every(({ hash }) => names.has(hash))
}

t.test('a household moves from Compose to a home, and back', async t => {
  const elsewhere = await servicesElsewhere(t, {
    secretKeys: secretKey,
    vaultPassword: 'the password of Compose',
  })
  const first = await elsewhere.start()
  await firstPerson(browserAt(t, first.url), alex)
  await storeNights(elsewhere.db, [...inTurn('2025-11-20', 30), sitter('2025-12-20', 'Maria')])
  await transaction(elsewhere.db, async trx => {
    await trx.updateTable('settings').set({ publish: true }).execute()
    for (const kind of ['plan', 'publish'] as const) await requestJob(trx, kind)
  })
  await waitFor('a plan', async () =>
    (await historyOf(elsewhere.db)).some(line => line.endsWith('nights-planned')),
  )
  await waitFor('a site', async () => (await readPublication(elsewhere.db)).address !== null)
  const before = await seenIn(t, elsewhere.db, first.url)
  t.not(before.nights.length, 0)
  const folder = await dataFolder(t)
  const file = join(folder, 'moved')
  t.match(await elsewhere.run('backup', file), { code: 0 })
  await first.stop()

  // The keys come with the command, and the password of the publish host stays behind.
  const given = { ...settings, SECRET_KEYS: secretKey }
  t.match(
    await commandAt(folder, ['restore', '-'], { settings: given, input: await readFile(file) }),
    { code: 0, said: /^Restored/ },
  )
  t.equal(await readFile(join(folder, 'data/secrets/secret-keys'), 'utf8'), secretKey)
  t.same(await readdir(join(folder, 'data', 'backups')), [], 'no copy of the backup stays')
  const home = await homeAt(t, folder, settings)
  await home.ready()
  const { db, vault } = await databasesOf(t, folder)
  t.same(await seenIn(t, db, home.url), before)
  // The folder of the publish host stayed behind: the next publish finds out.
  await waitFor('all files are published again', () => hasContents(vault, folder))
  t.match(await commandAt(folder, ['backup', 'back'], { settings }), { code: 0 })
  await home.home.close()

  const [secretKeys, vaultPassword] = await Promise.all(
    ['secret-keys', 'vault-password'].map(name =>
      readFile(join(folder, 'data/secrets', name), 'utf8'),
    ),
  )
  if (secretKeys === undefined || vaultPassword === undefined) throw new Error('no secrets')
  const again = await servicesElsewhere(t, { secretKeys, vaultPassword })
  t.match(await again.run('restore', join(folder, 'data/backups/back')), {
    code: 0,
  })
  const back = await again.start()
  t.same(await seenIn(t, again.db, back.url), before)
  await back.stop()
})
