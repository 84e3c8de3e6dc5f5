import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { explanation, stored } from '@night-routine/testing/household'
import { desiredEvents } from '../../src/push/desired-events.ts'

const instant = Temporal.Instant.from('2026-11-20T18:00:00Z')

function assignment(...args: Parameters<typeof stored>): Assignment {
  const night = stored(...args)
  return {
    id: 7n,
    babysitter: night.caregiver === 'babysitter' ? { name: 'Grandma' } : null,
    decidedOn: night.night,
    createdAt: instant,
    updatedAt: instant,
    revision: 1n,
    ...night,
  }
}

function desired(
  nights: Assignment[],
  names = { a: 'Alex', b: 'Robin' },
  publicUrl = 'https://nights.example.org',
) {
  return desiredEvents({ nights, names, wording: wordingFor('en'), publicUrl })
}

t.test('an event shows who, why, and a link', async t => {
  const [event] = desired([assignment('2026-11-20', 'a')])
  t.equal(event?.summary, '[Alex] 🌃👶Routine')
  t.equal(
    event?.description,
    'Robin had the last turn, so it’s Alex’s turn.\n\nhttps://nights.example.org/?month=2026-11&night=7#night',
  )
})

t.test('names the babysitter, and marks an open night', async t => {
  const events = desired([assignment('2026-11-20', null), assignment('2026-11-21', 'babysitter')])
  t.same(
    events.map(({ summary }) => summary),
    ['[No one yet] 🌃👶Routine', '[Grandma] 🌃👶Routine'],
  )
  t.match(events[0]?.description, /Alex and Robin are both away/)
})

t.test('a locked night needs no numbers', async t => {
  const fixed = { override: true, reason: 'Override' as const, explanation: null }
  t.match(desired([assignment('2026-11-20', 'b', fixed)])[0]?.description, /Robin took/)
})

t.test('the hash covers everything that people see, and nothing else', async t => {
  const night = assignment('2026-11-20', 'a')
  const hash = desired([night])[0]?.hash
  const same = { ...night, revision: 9n, updatedAt: instant.add({ hours: 1 }) }
  t.equal(desired([same])[0]?.hash, hash, 'the date of the decision does not matter')
  const counted: Assignment = {
    ...night,
    reason: 'Total Count',
    explanation: { ...explanation, reason: 'Total Count' },
  }
  const recounted = { ...explanation, totals: { a: 9, b: 12 }, last30: { a: 9, b: 10 } }
  t.equal(
    desired([{ ...counted, explanation: recounted }])[0]?.hash,
    desired([counted])[0]?.hash,
    'counts do not matter',
  )
  const others = [
    desired([night], { a: 'Alexandra', b: 'Robin' }),
    desired([night], { a: 'Alex', b: 'Bobbie' }),
    desired([night], undefined, 'https://other.example.org'),
    desired([assignment('2026-11-20', 'b')]),
    desired([counted]),
  ]
  for (const [event] of others) t.not(event?.hash, hash)
  t.equal(
    others[1]?.[0]?.meaning,
    desired([night])[0]?.meaning,
    'the other name is only in the sentence',
  )
})
