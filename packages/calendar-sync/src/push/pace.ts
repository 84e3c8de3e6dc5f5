import { setTimeout } from 'node:timers/promises'
import type { CalendarQuota } from '@night-routine/calendar'

/** How fast calls may follow each other, over everybody who shares this pace. */
export interface Pace {
  /** Waits until a call of so many units is allowed; rejects when the signal aborts. */
  take: (units: number, signal?: AbortSignal) => Promise<void>
  /**
   * The provider found us too fast: half as fast from now on. The wait that it asks for is kept by the job
   * request, so that a person can end it; here only the recovery counts from its end.
   */
  slowDown: (waitSeconds: number) => void
}

/** Time without a further refusal after which the rate doubles again, up to the full one. */
const recoverySeconds = 60
const slowestShare = 1 / 16

/** The clock that a pace lives by; tests bring their own. */
interface PaceClock {
  /** Milliseconds that only grow. */
  now: () => number
  sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const systemPaceClock: PaceClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(Math.ceil(milliseconds), undefined, signal && { signal }),
}

/** A token bucket: `burst` units at once, and `unitsPerSecond` from then on. */
export function createPace(
  { burst, unitsPerSecond }: Pick<CalendarQuota, 'burst' | 'unitsPerSecond'>,
  { now, sleep }: PaceClock = systemPaceClock,
): Pace {
  let units = burst
  let filledAt = now()
  let share = 1
  let slowedAt = filledAt

  function rate(): number {
    return (unitsPerSecond * share) / 1000
  }

  function fill(): void {
    const at = now()
    units = Math.min(burst, units + (at - filledAt) * rate())
    filledAt = at
    for (; share < 1 && at - slowedAt >= recoverySeconds * 1000; slowedAt += recoverySeconds * 1000)
      share = Math.min(1, share * 2)
  }

  return {
    async take(cost, signal) {
      signal?.throwIfAborted()
      fill()
      // Below zero stands what others wait for already: a later caller waits behind them.
      units -= cost
      const ownEnd = filledAt + Math.max(0, -units) / rate()
      // A timer counts from when the loop last looked at its clock: on a busy machine it fires early.
      for (let at = filledAt; at < ownEnd; at = now()) await sleep(ownEnd - at, signal)
    },
    slowDown(waitSeconds) {
      fill()
      share = Math.max(slowestShare, share / 2)
      slowedAt = filledAt + waitSeconds * 1000
      units = Math.min(units, 0)
    },
  }
}
