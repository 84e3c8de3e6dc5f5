import t, { type Test } from 'tap'
import { workerAndWeb } from './worker-and-web.ts'

/** A person who has signed in and chosen nothing yet. */
async function arrive(t: Test, timeoutMs: number) {
  const { control, signIn, calendar } = await workerAndWeb(t, { timeoutMs })
  return { alex: await signIn('alex@example.com'), control, calendar }
}

t.test('a client that sends nothing special finds everything done', async t => {
  const { alex, control, calendar } = await arrive(t, 120_000)
  const selected = await alex.post('/calendars/select', { calendar_id: 'family' })
  const { nights, channels } = await calendar()
  t.same([selected.status, selected.headers.get('location')], [302, '/'])
  t.equal(channels.length, 1, 'the channel is open')
  t.ok(nights.length >= 30, `${nights.length} nights are written`)

  // A person moves tonight to the other parent. The answer to Sync comes when we have followed.
  const [tonight] = nights.toSorted((a, b) =>
    String(a.start.date).localeCompare(String(b.start.date)),
  )
  const other = tonight?.summary?.includes('Alex') ? 'Robin' : 'Alex'
  await control.editEvent('family', tonight?.id ?? '', { summary: `[${other}] 🌃👶Routine` })
  const synced = await alex.post('/sync', {})
  t.same([synced.status, synced.headers.get('location')], [302, '/'])
  const after = (await calendar()).nights.find(({ id }) => id === tonight?.id)
  t.match(after?.description, `${other} took this night.`, 'the event says what they chose')
  t.match(await alex.page('/'), /is up to date, checked/)
})

t.test('a slow calendar delays the answer for so long, and no longer', async t => {
  const timeoutMs = 500
  const { alex, control, calendar } = await arrive(t, timeoutMs)
  await control.delay({ path: '/events', method: 'POST', milliseconds: 600_000 })
  t.teardown(() => control.releaseDelayed())
  for (const [path, form] of [
    ['/calendars/select', { calendar_id: 'family' }],
    ['/sync', {}],
  ] as const) {
    const startedAt = performance.now()
    const { status, headers } = await alex.post(path, form)
    t.same([status, headers.get('location')], [302, '/'], path)
    t.ok(performance.now() - startedAt >= timeoutMs - 150, `${path} has waited`)
    t.match(await alex.page('/'), /class="status is-working"[^]*Updating “Family”/)
  }
  t.equal((await calendar()).nights.length, 0)
})

t.test('a page with script is answered at once, and shows the progress', async t => {
  const { alex, control, calendar } = await arrive(t, 600_000)
  await control.delay({ path: '/events', method: 'POST', milliseconds: 600_000 })
  t.teardown(() => control.releaseDelayed())
  const early = { prefer: 'respond-async' }
  const answers = [
    await alex.post('/calendars/select', { calendar_id: 'family', ...early }),
    await alex.post('/calendars/select', { calendar_id: 'family' }, early),
    await alex.post('/sync', {}, early),
  ]
  for (const { status, headers } of answers)
    t.same([status, headers.get('preference-applied')], [302, 'respond-async'])
  t.match(await alex.page('/'), /Updating “Family”, 0 of \d+[^]*<progress value="0"/)
  t.equal((await calendar()).nights.length, 0)
})
