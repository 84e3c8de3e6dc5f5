import t from 'tap'
import { failure } from '../failure.ts'
import { calendarId, davServer, id, ordinary, partsOf } from './dav-server.ts'

t.test('a silent server is a timeout, in every operation', async t => {
  const { port } = await davServer(t, () => ({ status: 207, silent: true }))
  const calendar = port({ silenceMs: 20 })
  for (const call of [
    () => calendar.listCalendars(),
    () => calendar.createCalendar?.({ name: 'x' }),
    () => calendar.getEvent(calendarId, id),
    () => calendar.listChanges(calendarId, { syncToken: null }),
  ])
    t.equal((await failure(call() ?? Promise.resolve())).reason, 'timeout')
})

t.test('a long answer takes the time that it needs, while something arrives', async t => {
  const silenceMs = 400
  const dripMs = 30
  let shortestMs = Infinity
  const { port } = await davServer(t, asked => {
    const answer = ordinary(asked)
    if (asked.method !== 'REPORT' || !answer) return answer
    shortestMs = Math.min(shortestMs, partsOf(answer.body ?? '').length * dripMs)
    return { ...answer, dripMs }
  })
  const { events } = await port({ silenceMs }).listChanges(calendarId, { syncToken: null })
  t.match(events, [{ eventId: id }])
  t.ok(shortestMs > silenceMs, `${shortestMs} ms, longer than the limit of silence`)
})

t.test('an endless answer ends with the time of the operation', async t => {
  const { port } = await davServer(t, () => ({
    status: 207,
    body: 'x'.repeat(4_000),
    dripMs: 10,
  }))
  const calendar = port({ silenceMs: 60_000, operationMs: 100 })
  t.equal((await failure(calendar.listCalendars())).reason, 'timeout')
})
