import { act, read, readShown, send, whoOf, type Outcome } from './acts.ts'
import { check, nothingSeen, type Seen } from './check.ts'
import type { MovedClock } from './clock.ts'
import type { Family, ParentId, Trouble } from './family.ts'
import type { Random } from './random.ts'
import { FamilyRecord } from './record.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const timeZone = 'Europe/Paris'
/** The day on which a parent gets another name. */
const renameOn = 300
const actsADay = 0.45

/** The life of one family, day by day. */
export interface Life {
  family: Family
  record: FamilyRecord
  seen: Seen
  acts: Map<string, Record<Outcome, number>>
  /** What has happened to it, by kind. */
  troubles: Map<Trouble['kind'], number>
  /** Whether it is in trouble now: then its logs may have errors. */
  isInTrouble: () => boolean
  /** Asks the product which night is on, as at an hour that is missing or comes twice. @throws Error for another one */
  expectTonight: (night: Temporal.PlainDate) => Promise<void>
  /** The morning: last night is over. */
  morning: (day: Temporal.PlainDate) => Promise<void>
  /** The evening of a day by its number: people may change something. */
  evening: (number: number) => Promise<void>
  /** The next trouble comes. */
  trouble: () => Promise<string>
  /** Compares everything with what people decided. */
  check: () => Promise<string[]>
}

/** @param firstNight the night that was on when the family came */
export function createLife(
  family: Family,
  { clock, random, firstNight }: { clock: MovedClock; random: Random; firstNight: string },
): Life {
  const record = new FamilyRecord()
  const seen = nothingSeen()
  const acts: Life['acts'] = new Map()
  const troubles: Life['troubles'] = new Map()
  const names: Record<ParentId, string> = { a: 'Alex', b: 'Robin' }
  const earlierNames: Record<ParentId, string[]> = { a: [], b: [] }
  let tonight = firstNight
  let turn = 0
  let present: Trouble | undefined

  const hasCalendar = () => present === undefined

  async function rename() {
    earlierNames.b.push(names.b)
    names.b = 'Jules'
    const body = { settings: { 'parents.b.name': names.b } }
    const answer = await send(family, { as: 'b', path: '/api/settings', method: 'PATCH', body })
    if (answer.status !== 200) throw new Error(`rename: ${answer.status} ${await answer.text()}`)
    record.decide({}, null)
  }

  return {
    family,
    record,
    seen,
    acts,
    troubles,
    isInTrouble: () => present !== undefined,
    async expectTonight(night) {
      const { nights } = await read<{ nights: { date: string }[] }>(family, '/api/nights')
      const [shown] = nights
      if (shown?.date !== night.toString())
        throw new Error(
          `${family.name}: tonight is ${shown?.date}, and should be ${night.toString()}`,
        )
    },
    async morning(day) {
      const since = clock.now().subtract({ minutes: 1 })
      tonight = day.toString()
      await waitUntilIdle(family, { tonight, since, hasCalendar: hasCalendar() })
      const last = day.subtract({ days: 1 }).toString()
      const [night] = await readShown(family, last, last)
      if (night === undefined) throw new Error(`${family.name}: ${last} is not on record`)
      record.passed(last, whoOf(night))
    },
    async evening(number) {
      const scene = {
        family,
        record,
        random,
        names,
        tonight,
        // An edit that cannot be read yet would race with what people do on the pages.
        hasCalendar: hasCalendar(),
      }
      if (number === renameOn) await rename()
      for (; random.chance(actsADay);) {
        const [name, outcome] = await act(scene)
        const counts = acts.get(name) ?? { done: 0, refused: 0, 'nothing to do': 0 }
        counts[outcome] += 1
        acts.set(name, counts)
        await sync()
      }
    },
    async trouble() {
      const next = family.troubles[turn % family.troubles.length]
      if (next === undefined) throw new Error('there is no trouble')
      if (present === undefined) {
        turn += 1
        troubles.set(next.kind, (troubles.get(next.kind) ?? 0) + 1)
        await next.run()
        if (next.end) present = next
        else await family.ready()
        return `${next.kind}: ${next.name}`
      }
      const ending = present
      await ending.end?.()
      present = undefined
      await family.ready()
      await sync()
      return `over: ${ending.name}`
    },
    async check() {
      await sync()
      const faults = await check({ family, record, seen, names, earlierNames, firstNight, tonight })
      return faults.map(fault => `${family.name}: ${fault}`)
    },
  }

  /** A parent presses Sync, and everything is read and written. */
  async function sync() {
    const since = clock.now()
    const answer = await send(family, { as: 'a', path: '/api/sync', body: {} })
    if (answer.status !== 200) throw new Error(`sync: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
    await waitUntilIdle(family, { tonight, since, hasCalendar: hasCalendar() })
  }
}

/** The moments of a day at which the clock stops, in order: those of a change of time as well. */
export function stopsOf(day: Temporal.PlainDate): Temporal.ZonedDateTime[] {
  const at = (hour: number, minute = 0) =>
    day.toZonedDateTime({ timeZone, plainTime: { hour, minute } })
  const changes = at(0).offsetNanoseconds !== at(12).offsetNanoseconds
  // Around the hour that is missing, or comes twice; the day turns at four.
  const around = [0, 40, 100]
    .map(minutes => at(1, 55).add({ minutes }))
    .filter(({ hour }) => hour < 4)
  const atNight = changes ? around : []
  return [...atNight, at(7), at(19)]
}
