import { readNights, readWork } from '@night-routine/database'
import { moveIn, startStack } from '@night-routine/chaos'
import t from 'tap'

t.setTimeout(110_000) // six processes start

/** The wait between two looks at the page. */
const lookEveryMs = 20

t.test('a title edited on the calendar’s page: how long, and how many calls', async t => {
  const stack = await startStack({ redisProgram: undefined, inherited: process.env })
  t.teardown(() => stack.stop({ forget: true }))
  const { visitor } = await moveIn(stack)
  const { control, db, emulatorUrl } = stack
  await quiet(stack.db)

  // Of a night ahead the other parent, as somebody would write it on a phone.
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const [night] = (await readNights(db, today.add({ days: 3 }), today.add({ days: 12 }))).filter(
    ({ caregiver }) => caregiver === 'a',
  )
  if (!night) throw new Error('nobody is planned')
  const event = (await control.events('family')).find(
    ({ start }) => start.date === night.night.toString(),
  )
  const before = new Map((await control.events('family')).map(({ id, etag }) => [id, etag]))
  await control.clearRequests()

  const began = performance.now()
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
  t.equal(saved.status, 303)
  const address = `/?night=${night.id}`
  while (!(await visitor.page(address)).includes('Unlock')) await pause(lookEveryMs)
  const locked = performance.now() - began
  await quiet(db)
  const agreed = performance.now() - began

  const calls = (await control.requests()).filter(({ path }) => path.startsWith('/calendar/'))
  const reads = calls.filter(({ method }) => method === 'GET')
  const writes = calls.filter(({ method }) => method !== 'GET')
  const changed = (await control.events('family')).filter(({ id, etag }) => before.get(id) !== etag)
  const first = calls.findIndex(({ method }) => method !== 'GET')
  t.comment(
    `page ${locked.toFixed(0)} ms, calendar ${agreed.toFixed(0)} ms after the edit; ${first} read, ` +
      `${writes.length} writes for ${changed.length} changed nights, ` +
      `then ${reads.length - first} reads because our own writes are told as well`,
  )
  t.equal(first, 1, 'one read before anything is written')
  t.ok(reads.length - first <= writes.length, 'and at most one for each write that is told')
  t.ok(
    reads.every(({ query }) => query.includes('syncToken=')),
    'nothing is read as a whole',
  )
  t.equal(writes.length, changed.length, 'one write for each night that changed')
  t.ok(writes.every(({ method, status }) => method === 'PATCH' && status === 200))
})

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Resolves when nothing that was asked for is left. */
async function quiet(db: Parameters<typeof readWork>[0]): Promise<void> {
  let since = performance.now()
  while (performance.now() - since < 700) {
    const open = (await readWork(db)).some(
      ({ requestNumber, doneNumber, running }) => requestNumber !== doneNumber || running,
    )
    if (open) since = performance.now()
    await pause(20)
  }
}
