import t from 'tap'
import { workerAndWeb } from './worker-and-web.ts'

t.test('a client that sends nothing special finds everything done', async t => {
  const { control, signIn, calendar } = await workerAndWeb(t, { timeoutMs: 120_000 })
  const alex = await signIn('alex@example.com')
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
