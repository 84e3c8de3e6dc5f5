import { connect } from 'node:net'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { householdTransaction, type Database } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readNights, type Assignment } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { waitsForLock } from '@night-routine/testing/database'
import { bytesSource, createVaultClient } from '@night-routine/vault-api'
import t, { type Test } from 'tap'
import { composedAt, vaultPassword, visitorOf, type Composed } from './composed-at.ts'

// The rows of the fault table that depend on how the services run. Each ends with the same check.

interface Household extends Composed {
  visitor: Awaited<ReturnType<typeof visitorOf>>
  clock: { advance(duration: Temporal.DurationLike): void }
}

async function household(t: Test): Promise<Household> {
  let ahead = Temporal.Duration.from({ seconds: 0 })
  const clock = {
    now: () => Temporal.Now.instant().add(ahead),
    advance: (duration: Temporal.DurationLike) => void (ahead = ahead.add(duration)),
  }
  const home = await composedAt(t, { clock })
  await home.ready()
  const visitor = await visitorOf(home)
  await visitor.form('/calendars/select', { calendar_id: 'family' })
  await home.quiet()
  return { ...home, visitor, clock }
}

const nightsOf = async (db: Database) => {
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  return readNights(db, today.subtract({ days: 10 }), today.add({ days: 60 }))
}

/** One of the nights ahead. */
async function nightAhead(db: Database, days: number): Promise<Assignment> {
  const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days })
  const found = (await readNights(db, day, day))[0]
  if (!found) throw new Error(`nothing is planned on ${day.toString()}`)
  return found
}

const give = async ({ db, visitor }: Household, days: number) => {
  const { id, caregiver } = await nightAhead(db, days)
  return visitor.form('/nights/give', {
    assignment_id: String(id),
    to: caregiver === 'a' ? 'b' : 'a',
  })
}

/** Everyone is ready, all work is done, and the calendar has each night ahead once, as the database has it. */
async function agrees(t: Test, home: Household): Promise<void> {
  const { db, control, ready, quiet, url } = home
  await ready()
  await quiet()
  const nights = (await nightsOf(db)).map(
    ({ night, caregiver }) => `${night.toString()} ${caregiver}`,
  )
  const events = (await control.events('family')).filter(({ status }) => status === 'confirmed')
  const written = events.map(
    ({ start, summary }) => `${start.date} ${summary?.includes('Alex') ? 'a' : 'b'}`,
  )
  t.ok(nights.length >= 30)
  t.same(written.toSorted(), nights.toSorted())
  t.equal((await fetch(url)).status, 200)
  const bad = home.lines.filter(line => /"level":"fatal"|unhandled/i.test(line))
  t.same(bad, [])
}

/** The headers of the notification that the provider would send. */
async function notification({ control }: Household): Promise<RequestInit> {
  const channel = (await control.channels()).find(({ stopped }) => !stopped)
  return { method: 'POST', headers: channel?.headers ?? {} }
}

const rows: [fault: string, cause: (t: Test, home: Household) => Promise<void>][] = [
  [
    'the database is away, and comes back',
    async (t, home) => {
      const { gate, url, visitor, composition } = home
      const notify = await notification(home)
      await gate.shut()
      const page = await visitor.ask('/')
      t.equal(page.status, 503)
      t.equal(page.headers.get('retry-after'), '5')
      t.match(await page.text(), 'The database isn’t responding')
      t.equal((await give(home, 4)).status, 503)
      t.equal((await fetch(`${url}/api/webhook/calendar`, notify)).status, 503)
      t.equal((await fetch(`${url}/s/some-site/`)).status, 503)
      t.match(await composition.health(), {
        isReady: false,
        checks: {
          web: { database: 'away' },
          'webhook-ingest': { database: 'away' },
          vault: { database: 'away' },
          'scheduler-worker': { database: 'away' },
          publisher: { database: 'away' },
        },
      })
      await gate.open()
    },
  ],
  [
    'the connection is lost under a change',
    async (t, home) => {
      let given: Promise<Response> | undefined
      const { id, caregiver } = await nightAhead(home.db, 5)
      const to = caregiver === 'a' ? 'b' : 'a'
      const change = { assignment_id: String(id), to }
      await householdTransaction(home.db, async () => {
        given = home.visitor.form('/nights/give', change)
        await waitFor('a change that waits', () => waitsForLock(home.db))
        await home.gate.shut()
        t.equal((await given).status, 503)
      })
      t.match(await nightAhead(home.db, 5), { caregiver, override: false }, 'nothing half saved')
      await home.gate.open()
      await waitFor('the same change', async () => {
        const { status } = await home.visitor.form('/nights/give', change)
        return status === 302
      })
      t.match(await nightAhead(home.db, 5), { caregiver: to, override: true })
    },
  ],
  [
    'a wake-up is lost',
    async (_t, { db }) => {
      await requestJob(db, 'push')
      await requestJob(db, 'pull')
    },
  ],
  [
    'the provider refuses everything: pages, notifications and published pages go on',
    async (t, home) => {
      const { control, url, visitor } = home
      const notify = await notification(home)
      await control.fail({ path: '^/calendar/', status: 500 })
      t.equal((await give(home, 6)).status, 302)
      await waitFor('a failed job', async () =>
        home.lines.some(line => line.includes('"msg":"work failed"')),
      )
      t.equal((await visitor.ask('/')).status, 200)
      t.equal((await fetch(`${url}/api/webhook/calendar`, notify)).status, 200)
      t.equal((await fetch(`${url}/s/some-site/`)).status, 404)
      t.equal((await home.composition.health()).isReady, true)
      await control.clearFaults()
      await visitor.form('/sync', {})
    },
  ],
  [
    'the provider does not answer: a job that waits holds up no one else',
    async (t, home) => {
      const { control, visitor, url } = home
      await control.delay({ path: '^/calendar/', milliseconds: 600_000 })
      const headers = { prefer: 'respond-async' }
      const sync = await visitor.ask('/sync', { method: 'POST', headers })
      t.equal(sync.status, 302)
      t.equal((await visitor.ask('/')).status, 200)
      t.equal((await fetch(`${url}/s/some-site/`)).status, 404)
      t.equal((await home.composition.health()).isReady, true)
      await control.clearFaults()
      await control.releaseDelayed()
    },
  ],
  [
    'a change waits for a lock: it alone',
    async (t, home) => {
      const notify = await notification(home)
      let given: Promise<Response> | undefined
      await householdTransaction(home.db, async () => {
        given = give(home, 7)
        await waitFor('a change that waits', () => waitsForLock(home.db))
        t.equal((await home.visitor.ask('/')).status, 200)
        const notified = await fetch(`${home.url}/api/webhook/calendar`, notify)
        t.equal(notified.status, 200)
        t.equal((await fetch(`${home.url}/s/some-site/`)).status, 404)
      })
      t.equal((await given)?.status, 302)
    },
  ],
  [
    'a note that takes long to render: pages are answered meanwhile',
    async (t, { facts, url, visitor, lines }) => {
      const address = `http://127.0.0.1:${facts.vaultPort}`
      const client = createVaultClient({ addresses: { main: address, site: address } })
      await client.user.signIn({ email: 'publisher@example.org', password: vaultPassword })
      const site = await client.sites.create()
      await client.sites.setSlug(site, 'long')
      // Deeply nested lists take a renderer seconds.
      const text = Array.from({ length: 700 }, (_, depth) => `${'  '.repeat(depth % 350)}- x *`)
      await client.files.upload(site, { path: 'a.md', source: bytesSource(text.join('\n')) })
      const rendered = fetch(`${url}/s/long/a`)
      const over = rendered.then(() => 'over' as const)
      let pages = 0
      for (;;) {
        const first = await Promise.race([over, visitor.ask('/api/tonight')])
        if (first === 'over') break
        t.equal(first.status, 200)
        pages += 1
      }
      t.ok(pages > 3, `${pages} answers until the note had one: ${(await rendered).status}`)
      t.notOk(lines.some(line => line.includes('"msg":"too busy"')))
    },
  ],
  [
    'the clock jumps a day ahead, and back',
    async (t, home) => {
      const { clock, visitor, quiet, db } = home
      for (const hours of [24, -48, 24]) {
        clock.advance({ hours })
        t.equal((await visitor.form('/sync', {})).status, 302, `${hours} h`)
        await quiet()
        t.equal((await visitor.ask('/')).status, 200, 'the session holds')
        const days = (await nightsOf(db)).map(({ night }) => night.toString())
        t.equal(new Set(days).size, days.length)
      }
    },
  ],
  [
    'broken and unfinished requests: the others are answered',
    async (t, { url, visitor }) => {
      const { port, hostname } = new URL(url)
      const sockets = [
        'GET',
        'POST /s/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
        '\0\r\n\r\n',
      ]
      for (const text of sockets) {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.on('error', () => undefined).write(text)
        t.teardown(() => socket.destroy())
      }
      t.equal((await visitor.ask('/')).status, 200)
      for (const path of ['/%zz', '/s/%zz', '/api/webhook/%zz', '/s/../../etc/passwd'])
        t.ok((await fetch(url + path)).status < 500, path)
    },
  ],
]

t.test('faults', async t => {
  const home = await household(t)
  await agrees(t, home)
  for (const [fault, cause] of rows)
    await t.test(fault, async t => {
      await cause(t, home)
      await agrees(t, home)
    })

  await t.test('a request that is still being sent when home stops is answered', async t => {
    const { id, caregiver } = await nightAhead(home.db, 3)
    const other = caregiver === 'a' ? 'b' : 'a'
    const body = new URLSearchParams({ assignment_id: String(id), to: other }).toString()
    const giving = request(`${home.url}/nights/give`, {
      method: 'POST',
      headers: {
        cookie: home.visitor.cookie(),
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    giving.flushHeaders()
    await once(giving, 'continue')
    const closed = home.composition.close()
    giving.end(body)
    const [answer]: IncomingMessage[] = await once(giving, 'response')
    t.equal(answer?.statusCode, 302)
    t.equal(answer?.headers.connection, 'close')
    answer?.resume()
    await closed
    t.match(await nightAhead(home.db, 3), { caregiver: other, override: true })
  })
})
