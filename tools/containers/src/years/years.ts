import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../engine/session.ts'
import type { MovedClock } from './clock.ts'
import type { Family } from './family.ts'
import { createLife, stopsOf, type Life } from './life.ts'
import { LoggedErrors, measure, type Measurement } from './measure.ts'
import { randomFrom } from './random.ts'

const checkEvery = 25
/** How long Node may take to notice that it should collect its garbage, and to do it. */
const collectingMs = 5_000

export interface YearsOptions {
  session: Session
  clock: MovedClock
  families: readonly Family[]
  days: number
  seed: number
  /** Days from one trouble to the next. */
  troubleEvery: number
  /** Notes how far it is. */
  say: (line: string) => void
}

/** What two families went through. */
export interface Years {
  lives: readonly Life[]
  /** By the name of the family, oldest first. */
  measurements: ReadonlyMap<string, readonly Measurement[]>
  changesOfTime: number
  logs: LoggedErrors
  /** What differed at the first check that found something. */
  faults: string[]
}

/** Lets families live day by day, with a trouble now and then, and a check of everything every 25 days. */
export async function liveForYears(options: YearsOptions): Promise<Years> {
  const { session, clock, families, days, seed, troubleEvery, say } = options
  // A day turns at four.
  const now = clock.now().toZonedDateTimeISO('Europe/Paris').subtract({ hours: 4 })
  const firstNight = now.toPlainDate()
  const lives = families.map((family, index) => {
    const random = randomFrom(seed * 2 + index)
    return createLife(family, { clock, random, firstNight: firstNight.toString() })
  })
  const each = (work: (life: Life) => Promise<unknown>) => Promise.all(lives.map(work))
  const measurements = new Map<string, Measurement[]>(families.map(({ name }) => [name, []]))
  const measureEvery = Math.min(50, Math.ceil(days / 10))
  const logs = new LoggedErrors(session)
  const faults: string[] = []
  let changesOfTime = 0
  say(`${days} days from ${firstNight.toString()}, seed ${seed}`)

  // While something takes long, minutes pass: what had just looked at the clock before it jumped looks again.
  const passing = setInterval(() => clock.moveTo(clock.now().add({ seconds: 61 })), 1_500)
  try {
    for (let number = 1; number <= days && faults.length === 0; number += 1) {
      passing.refresh()
      await live(number)
    }
  } catch (error) {
    // What was measured until then is reported as well.
    faults.push(String(error instanceof Error ? error.stack : error))
    say(faults.join('\n'))
  } finally {
    clearInterval(passing)
  }
  return { lives, measurements, changesOfTime, logs, faults }

  async function live(number: number) {
    const day = firstNight.add({ days: number })
    const stops = stopsOf(day)
    if (stops.length > 2) changesOfTime += 1
    for (const stop of stops) {
      clock.moveTo(stop.toInstant())
      await each(async ({ family }) => family.clockMoved?.())
      if (stop.hour === 7) await each(life => life.morning(day))
      else if (stop.hour < 7) await each(life => life.expectTonight(day.subtract({ days: 1 })))
    }
    await each(life => life.evening(number))
    if (number % 10 === 0) say(`day ${number} ${day.toString()}`)

    await each(async life => {
      if (life.isInTrouble()) await goThrough(life, number)
    })
    if (number % measureEvery === 0 || number === 1) {
      // Days that are over in seconds leave no time for it, and what a busy process has not yet freed is no growth.
      clock.collectGarbage()
      await sleep(collectingMs)
      await each(async ({ family }) =>
        measurements.get(family.name)?.push(await measure(session, family, number)),
      )
    }
    if (number % checkEvery === 0 || number === days) {
      await each(life => logs.read(life.family, false))
      for (const life of lives) faults.push(...(await life.check()))
      say(`day ${number} is checked: ${faults.length === 0 ? 'all agrees' : faults.join('\n')}`)
    }
    if (number % troubleEvery === 0 && number < days) await each(life => goThrough(life, number))
  }

  async function goThrough(life: Life, number: number) {
    await logs.read(life.family, life.isInTrouble())
    say(`day ${number} ${life.family.name}: ${await life.trouble()}`)
    await logs.read(life.family, true)
  }
}
