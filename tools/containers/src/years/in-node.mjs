// Loaded by Node before the program. When the clock of the wall jumps, long waits that are over by it end, as on a
// machine that wakes up: hourly and daily work runs although the process has waited for seconds only.
// On request it frees all memory that is unused.
import { watchFile } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Shorter waits are retries and limits, which run in real time. */
const longMs = 10_000
const everyMs = 100
const waiting = new Set()
const wait = timers.setTimeout

timers.setTimeout = async (ms, value, options = {}) => {
  if (!(ms >= longMs)) return wait(ms, value, options)
  const ending = new AbortController()
  const one = { until: Date.now() + ms, isOver: false, ending }
  const stop = () => ending.abort()
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop)
  waiting.add(one)
  try {
    return await wait(ms, value, { ...options, signal: ending.signal })
  } catch (error) {
    if (one.isOver) return value
    throw error
  } finally {
    waiting.delete(one)
    options.signal?.removeEventListener('abort', stop)
  }
}
syncBuiltinESMExports()

setInterval(() => {
  const now = Date.now()
  for (const one of waiting)
    if (one.until <= now) {
      one.isOver = true
      one.ending.abort()
    }
}, everyMs).unref()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')
const told = import.meta.dirname + '/collect-garbage'
// The last resort also gives the memory back to the machine.
watchFile(told, { persistent: false, interval: 500 }, () => {
  collectGarbage({ flavor: 'last-resort' })
})
