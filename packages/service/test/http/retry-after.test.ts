import { readRetryAfter } from '@night-routine/service'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

t.test('reads Retry-After in seconds and as a date, a day at most', async t => {
  for (const [text, seconds] of [
    ['120', 120],
    [' 120 ', 120],
    ['0', 0],
    ['Fri, 20 Nov 2026 18:05:00 GMT', 300],
    ['Fri, 20 Nov 2026 17:00:00 GMT', 0],
    ['999999999', 86_400],
    ['9'.repeat(400), 86_400],
    ['soon', null],
    ['', null],
    [null, null],
    [undefined, null],
  ] as const)
    t.equal(readRetryAfter(text, now), seconds, String(text).slice(0, 40))
})
