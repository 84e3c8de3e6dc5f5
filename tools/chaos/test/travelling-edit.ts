import { readNights, type Assignment } from '@night-routine/database/nights'
import { Visitor } from '@night-routine/chaos'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { saidByAll, secretsIn, secretsOf } from '../src/logged-secrets.ts'
import { quiet, redisProgram, stack } from './shared-stack.ts'

const notificationCount = process.env['LONG_TESTS'] === undefined ? 300 : 1_000

const { control, db, emulatorUrl } = stack
const visitor = new Visitor(stack.webUrls, control)

/** Somebody gives one of Alex's next nights to Robin, on the calendar's page, as on a phone. */
async function editOnPage(): Promise<Assignment> {
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const nights = await readNights(db, today.add({ days: 3 }), today.add({ days: 30 }))
  const night = nights.find(({ caregiver, override }) => caregiver === 'a' && !override)
  if (!night) throw new Error('no night is planned')
  const event = (await control.events('family')).find(
    ({ start }) => start.date === night.night.toString(),
  )
  const saved = await fetch(new URL('/people/save', emulatorUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      calendar: 'family',
      event: event?.id ?? '',
      date: night.night.toString(),
      summary: '[Robin] 🌃👶Routine',
      description: event?.description ?? '',
    }),
  })
  if (saved.status !== 303) throw new Error(`the calendar's page answered ${saved.status}`)
  return night
}

/** Milliseconds until the page of this night says that it is locked. */
async function untilLocked({ id }: Assignment): Promise<number> {
  const startedAt = performance.now()
  await waitFor('a locked night', async () =>
    (await visitor.page(`/?night=${id}`)).includes('Unlock'),
  )
  return performance.now() - startedAt
}

t.test('a title edited on the calendar’s page: how long, and how many calls', async t => {
  // The restore before this test ended every session.
  await visitor.signIn('alex@example.com')
  await quiet()
  const before = new Map((await control.events('family')).map(({ id, etag }) => [id, etag]))
  await control.clearRequests()

  const startedAt = performance.now()
  await untilLocked(await editOnPage())
  const locked = performance.now() - startedAt
  await quiet()
  const agreed = performance.now() - startedAt

  const calls = (await control.requests()).filter(({ path }) => path.startsWith('/calendar/'))
  const reads = calls.filter(({ method }) => method === 'GET')
  const writes = calls.filter(({ method }) => method !== 'GET')
  const changed = (await control.events('family')).filter(({ id, etag }) => before.get(id) !== etag)
  const first = calls.findIndex(({ method }) => method !== 'GET')
  t.comment(
    `page ${locked.toFixed(0)} ms, calendar ${agreed.toFixed(0)} ms after the edit; ${first} read, ` +
      `${writes.length} writes for ${changed.length} changed nights, ` +
      `then ${reads.length - first} reads because our own writes cause notifications as well`,
  )
  t.equal(first, 1, 'one read before anything is written')
  t.ok(reads.length - first <= writes.length, 'and at most one for each notified write')
  t.ok(
    reads.every(({ query }) => query.includes('syncToken=')),
    'nothing is read as a whole',
  )
  t.equal(writes.length, changed.length, 'one write for each night that changed')
  t.ok(writes.every(({ method, status }) => method === 'PATCH' && status === 200))
})

t.test('hundreds of notifications, a hundred a second, and an edit amid them', async t => {
  const [channel] = (await control.channels()).filter(({ stopped }) => !stopped)
  if (!channel) throw new Error('there is no channel')
  await control.clearRequests()
  const notification = { method: 'POST', headers: channel.headers }

  const startedAt = performance.now()
  const answers: Promise<{ status: number; milliseconds: number }>[] = []
  let seen: Promise<number> | undefined
  for (let sent = 0; sent < notificationCount; sent++) {
    await pause(Math.max(0, startedAt + sent * 10 - performance.now()))
    answers.push(answerOf(channel.address, notification))
    if (sent === notificationCount / 2) seen = editOnPage().then(untilLocked)
  }
  const outcomes = await Promise.all(answers)
  t.same(new Set(outcomes.map(({ status }) => status)), new Set([200]))
  const times = outcomes.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor((times.length * share) / 100)]?.toFixed(1)
  const milliseconds = (await seen) ?? Infinity
  await quiet()
  const calls = (await control.requests()).filter(({ path }) => path.startsWith('/calendar/'))
  const firstWrite = calls.findIndex(({ method }) => method !== 'GET')
  const reads = calls.filter(({ method }) => method === 'GET').length
  t.comment(
    `${reads} reads, ${firstWrite} of them before our own first write; ` +
      `p50 ${percentile(50)} ms, p99 ${percentile(99)} ms; ` +
      `the page showed the edit after ${milliseconds.toFixed(0)} ms`,
  )
  // The worker rests for a second between two reads, however many notifications arrive.
  const seconds = (performance.now() - startedAt) / 1000
  t.ok(reads >= 2 && reads <= 2 + seconds, `${reads} reads in ${seconds.toFixed(1)} s`)
})

type LogLine = Record<
  'name' | 'requestId' | 'jobId' | 'path' | 'method' | 'msg' | 'call' | 'outcome',
  string | undefined
>

/** What a press of Sync led to, by its id. */
function ledBy(lines: LogLine[]) {
  const click = lines.findLast(({ path, method }) => path === '/sync' && method === 'POST')
  const led = lines.filter(({ requestId }) => requestId && requestId === click?.requestId)
  const jobs = new Set(led.map(({ jobId }) => jobId?.split('-')[0]).filter(Boolean))
  return { jobs, calls: led.filter(({ msg }) => msg === 'provider called') }
}

async function linesOfAll(): Promise<LogLine[]> {
  const objects = (await saidByAll(stack)).filter(({ line }) => line.startsWith('{'))
  return objects.map(({ name, line }) => ({ ...(JSON.parse(line) as LogLine), name }))
}

async function followAClick(t: Test): Promise<void> {
  let lines: LogLine[] = []
  let led: ReturnType<typeof ledBy> | undefined
  // A wake-up that meets another one goes with it, and has the name of the other.
  for (let tries = 0; tries < 30 && !led?.jobs.has('pull'); tries++) {
    await pause(200)
    t.equal(await visitor.form('/sync', {}), 'accepted')
    await quiet()
    lines = await linesOfAll()
    led = ledBy(lines)
  }
  t.ok(led?.jobs.has('pull'), 'the work it asked for')
  const calls = led?.calls ?? []
  t.ok(calls.some(({ call, outcome }) => call === 'listChanges' && outcome === 'ok'))
  t.ok(calls.every(({ name }) => name?.startsWith('scheduler-worker')))

  // And from a notification to the read of the calendar that it caused. A sweep may find the work first.
  const idsOf = (part: string, said?: string) =>
    new Set(
      lines
        .filter(({ name, msg }) => name?.startsWith(part) && (said === undefined || msg === said))
        .flatMap(({ requestId }) => requestId ?? []),
    )
  const notified = () => idsOf('webhook-ingest')
  const read = () => idsOf('scheduler-worker', 'provider called')
  const isLed = () => {
    const ids = read()
    return [...notified()].some(id => ids.has(id))
  }
  for (let tries = 0; tries < 10 && !isLed(); tries++) {
    await editOnPage()
    await quiet()
    lines = await linesOfAll()
  }
  t.ok(isLed(), `${notified().size} notifications, ${read().size} reads`)
}

// Without Redis, no wake-up passes the id to another process.
if (redisProgram !== undefined)
  t.test('what a click led to is found in the log of each process by one id', followAClick)

t.test('no log holds a secret or an address of a person', async t => {
  const secrets = await secretsOf(stack, visitor)
  t.ok(Object.keys(secrets).length >= 5)
  for (const [what, secret] of Object.entries(secrets)) t.ok(secret.length >= 8, what)
  const all = (await saidByAll(stack)).map(({ line }) => line).join('\n')
  t.ok(all.length > 50_000, 'there is something to look through')
  t.strictSame(secretsIn(all, secrets), [])
  const planted = `${all} ${Object.values(secrets).join(' ')} ya29.x alex@example.com`
  t.equal(
    secretsIn(planted, secrets).length,
    Object.keys(secrets).length + 2,
    'the worker reads them',
  )
})

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function answerOf(address: string, notification: RequestInit) {
  const startedAt = performance.now()
  const { status } = await fetch(address, notification)
  return { status, milliseconds: performance.now() - startedAt }
}
