import t from 'tap'
import { restAfter } from '../src/jobs.ts'

t.test('the rest after a pull is half a second, and longer after many notifications', async t => {
  for (const notifications of [0, 1, 2, 5]) t.equal(restAfter(notifications), 0.5)
  t.equal(restAfter(10), 1, 'ten nights that were written')
})

t.test('a burst of any size causes a handful of pulls, the first at once', async t => {
  for (const perSecond of [30, 100, 1_000]) {
    const starts: number[] = []
    let answered = 0
    const end = 10
    for (let now = 0; answered < end * perSecond;) {
      const arrived = Math.min(end, now) * perSecond
      const count = Math.max(1, Math.floor(arrived) - answered)
      starts.push(now)
      answered += count
      now += restAfter(count)
    }
    t.equal(starts[0], 0)
    t.ok((starts.at(-1) ?? Infinity) < end + 4, 'the last is answered soon')
    const text = `${perSecond} a second: ${starts.map(start => start.toFixed(1)).join(', ')}`
    t.ok(starts.length <= (perSecond < 100 ? 6 : 5), text)
  }
})
