import { eventHash, type EventMeaning } from '../src/event-hash.ts'
import t from 'tap'

const pushed: EventMeaning = {
  status: 'confirmed',
  summary: '[Zoë] 🌃👶Routine',
  startDate: Temporal.PlainDate.from('2026-11-12'),
  endDate: Temporal.PlainDate.from('2026-11-13'),
}

t.test('an unchanged event keeps its hash', async t => {
  const echoes: EventMeaning[] = [
    { ...pushed, startDate: Temporal.PlainDate.from('2026-11-12') },
    { ...pushed, summary: '  [Zoë] 🌃👶Routine\n' },
    { ...pushed, summary: pushed.summary.normalize('NFD') },
  ]
  for (const echo of echoes) t.equal(eventHash(echo), eventHash(pushed))
})

t.test('a change of title, day or status changes the hash', async t => {
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

t.test('the hash fits into a private property', async t => {
  t.match(eventHash(pushed), /^[\w-]{43}$/)
})
