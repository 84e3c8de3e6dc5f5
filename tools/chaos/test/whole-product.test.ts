import { chaosAt, moveIn, quiet, startStack } from '@night-routine/chaos'
import { readNights, type Assignment } from '@night-routine/database/nights'
import { findRedis, waitFor } from '@night-routine/servers'
import t from 'tap'
import { saidByAll, secretsIn, secretsOf } from '../src/logged-secrets.ts'
import { checkChaos } from './chaos-run.ts'

const long = process.env['LONG_TESTS'] !== undefined
/** With `npm run test:long` sweeps find all work, as they do where there is no Redis. */
const redisProgram = long ? undefined : await findRedis(process.env['PATH'] ?? '')
const notificationCount = long ? 1_000 : 300

// One stack for all, because a start takes longer than most of them.
const stack = await startStack({
  redisProgram,
  days: true,
  inherited: { ...process.env, LOG_LEVEL: 'debug' },
})
t.teardown(() => stack.stop({ forget: true }))
const { visitor, seen } = await moveIn(stack)
const { control, db, emulatorUrl } = stack

/** Somebody gives one of Alex's next nights to Robin, on the calendar's page, as on a phone. */
async function editOnPage(): Promise<Assignment> {
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const nights = await readNights(db, today.add({ days: 3 }), today.add({ days: 30 }))
  const night = nights.find(({ caregiver, override }) => caregiver === 'a' && !override)
  if (!night) throw new Error('no night is planned')
  const date = night.night.toString()
  const event = (await control.events('family')).find(({ start }) => start.date === date)
  const saved = await fetch(new URL('/people/save', emulatorUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      calendar: 'family',
      event: event?.id ?? '',
      date,
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

t.test('hundreds of notifications, and an edit amid them', async t => {
  await quiet(stack)
  const [channel] = (await control.channels()).filter(({ stopped }) => !stopped)
  if (!channel) throw new Error('there is no channel')
  await control.clearRequests()
  const startedAt = performance.now()
  const answers: Promise<Response>[] = []
  let edit: Promise<number> | undefined
  for (let sent = 0; sent < notificationCount; sent++) {
    answers.push(fetch(channel.address, { method: 'POST', headers: channel.headers }))
    if (sent === notificationCount / 2) edit = editOnPage().then(untilLocked)
    await new Promise(resolve => setImmediate(resolve))
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  t.same(new Set(statuses), new Set([200]))
  t.comment(`the page showed the edit after ${(await edit)?.toFixed(0)} ms`)
  await quiet(stack)
  const reads = (await control.requests()).filter(
    ({ path, method }) => path.startsWith('/calendar/') && method === 'GET',
  )
  // The worker rests for a second between two reads, however many notifications arrive.
  const seconds = (performance.now() - startedAt) / 1000
  t.ok(reads.length <= 2 + seconds, `${reads.length} reads in ${seconds.toFixed(1)} s`)
  t.ok(
    reads.every(({ query }) => query.includes('syncToken=')),
    'nothing is read as a whole',
  )
})

type LogLine = Record<
  'name' | 'requestId' | 'jobId' | 'path' | 'method' | 'msg' | 'call' | 'outcome',
  string | undefined
>

// Without Redis, no wake-up passes the id to another process.
if (redisProgram !== undefined)
  t.test('what a click led to is found in the log of each process by one id', async t => {
    let calls: LogLine[] = []
    // A wake-up that meets another one goes with it, and has the name of the other.
    for (let tries = 0; tries < 30 && calls.length === 0; tries++) {
      t.equal(await visitor.form('/sync', {}), 'accepted')
      await quiet(stack)
      const lines = (await saidByAll(stack))
        .filter(({ line }) => line.startsWith('{'))
        .map(({ name, line }) => ({ ...(JSON.parse(line) as LogLine), name }))
      const click = lines.findLast(({ path, method }) => path === '/sync' && method === 'POST')
      calls = lines.filter(
        ({ requestId, msg }) => requestId === click?.requestId && msg === 'provider called',
      )
    }
    t.ok(calls.some(({ call, outcome }) => call === 'listChanges' && outcome === 'ok'))
    t.ok(calls.every(({ name }) => name?.startsWith('scheduler-worker')))
  })

t.test('a secret in a log would be found', async t => {
  const secrets = await secretsOf(stack, visitor)
  t.ok(Object.keys(secrets).length >= 5)
  for (const [what, secret] of Object.entries(secrets)) t.ok(secret.length >= 8, what)
  const planted = `${Object.values(secrets).join(' ')} ya29.x alex@example.com`
  t.equal(secretsIn(planted, secrets).length, Object.keys(secrets).length + 2)
})

// Last: a stack that has lived through chaos has other settings.
t.test('a short run of chaos, and a day: model, database and calendar agree', async t =>
  checkChaos(
    t,
    { steps: 20, redisProgram, days: true, enter: async () => ({ visitor, seen }) },
    options => chaosAt(stack, options),
  ),
)
