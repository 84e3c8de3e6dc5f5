import { eventHash, type EventMeaning } from '@night-routine/calendar'
import t from 'tap'

const pushed: EventMeaning = {
  status: 'confirmed',
  summary: '[Zoë] 🌃👶Routine',
  startDate: Temporal.PlainDate.from('2026-11-12'),
  endDate: Temporal.PlainDate.from('2026-11-13'),
}

t.test('what came back unchanged has the hash of what was pushed', async t => {
  const echoes: EventMeaning[] = [
    { ...pushed, startDate: Temporal.PlainDate.from('2026-11-12') },
    { ...pushed, summary: '  [Zoë] 🌃👶Routine\n' },
    { ...pushed, summary: pushed.summary.normalize('NFD') },
  ]
  for (const echo of echoes) t.equal(eventHash(echo), eventHash(pushed))
})

t.test('an event that says something else has another hash', async t => {
  const { startDate, endDate } = pushed
  const edits: EventMeaning[] = [
    pushed,
    { ...pushed, status: 'tentative' },
    { ...pushed, status: 'cancelled' },
    { ...pushed, summary: '[zoë] 🌃👶Routine' },
    { ...pushed, summary: '[Zoë]  🌃👶Routine' },
    { ...pushed, summary: '' },
    { ...pushed, startDate: endDate },
    { ...pushed, endDate: startDate },
    { ...pushed, startDate: null, endDate: null },
  ]
  t.equal(new Set(edits.map(eventHash)).size, edits.length)
})

t.test('it fits into a private property', async t => {
  t.match(eventHash(pushed), /^[\w-]{43}$/)
})
