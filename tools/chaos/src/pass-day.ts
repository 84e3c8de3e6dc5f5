import { waitFor } from '@night-routine/servers'
import { pastOf, type Seen } from './check.ts'
import { allNights, readState } from './household-state.ts'
import type { Run } from './run-state.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** The moments of a day at which the clock stops: the morning, and around a change of time. */
export function stopsOf(day: Temporal.PlainDate, timeZone: string): Temporal.ZonedDateTime[] {
  const at = (hour: number, minute = 0) =>
    day.toZonedDateTime({ timeZone, plainTime: { hour, minute } })
  const changes = at(0).offsetNanoseconds !== at(12).offsetNanoseconds
  // Around the hour that is missing, or comes twice; the day turns at four.
  const around = [0, 40, 100]
    .map(minutes => at(1, 55).add({ minutes }))
    .filter(({ hour }) => hour < 4)
  return [...(changes ? around : []), at(7)]
}

/** The next day comes, and its plan is made. @returns what is wrong then, and what may no longer change */
export async function passDay(run: Run, seen: Seen): Promise<{ problems: string[]; seen: Seen }> {
  const { stack, visitor } = run
  const { settings, tonight } = await readState(stack.db)
  const tomorrow = tonight.add({ days: 1 })
  const problems: string[] = []
  for (const stop of stopsOf(tomorrow, settings.timeZone ?? 'UTC')) {
    if (Temporal.Instant.compare(stop.toInstant(), Temporal.Now.instant()) < 0) continue
    stack.moveClock(stop.toInstant())
    const shown: { nights: { date: string }[] } = JSON.parse(await visitor.page('/api/nights'))
    const expected = stop.hour < 4 ? tonight : tomorrow
    if (shown.nights[0]?.date !== expected.toString())
      problems.push(`at ${stop.toString()} tonight is ${shown.nights[0]?.date}`)
  }
  await waitFor(
    `the plan of ${tomorrow.toString()}`,
    async () => (await readState(stack.db)).settings.lastPlannedOn?.equals(tomorrow) === true,
    300,
  )
  // A session ends after some weeks.
  await visitor.signIn('alex@example.com')
  problems.push(...(await waitUntilIdle(run)), ...(await statisticsFaults(run)))
  const nights = await allNights(stack.db)
  return { problems, seen: { ...seen, past: new Map([...seen.past, ...pastOf(nights, tomorrow)]) } }
}

interface Statistics {
  so_far: { nights: Record<'a' | 'b' | 'babysitter', number>; balance: number }
  share: Record<'a' | 'b', number>
}

/** The statistics, against a count of the nights that are over. */
async function statisticsFaults({ stack, visitor }: Run): Promise<string[]> {
  const { tonight } = await readState(stack.db)
  const over = (await allNights(stack.db)).filter(
    ({ night }) => Temporal.PlainDate.compare(night, tonight) < 0,
  )
  const of = (who: string) => over.filter(({ caregiver }) => caregiver === who).length
  const counted = { a: of('a'), b: of('b'), babysitter: of('babysitter') }
  const month = (night = tonight) => night.toPlainYearMonth().toString()
  const query = `from=${month(over[0]?.night)}&to=${month()}`
  const { so_far: said, share }: Statistics = JSON.parse(
    await visitor.page(`/api/balance?${query}`),
  )
  // As packages/fairness/README.md says.
  const balance = (2 * (share.b * counted.a - share.a * counted.b)) / 100
  const [one, other] = [
    { nights: counted, balance },
    { nights: said.nights, balance: said.balance },
  ]
  return JSON.stringify(one) === JSON.stringify(other)
    ? []
    : [`the statistics say ${JSON.stringify(other)}, and counted are ${JSON.stringify(one)}`]
}
