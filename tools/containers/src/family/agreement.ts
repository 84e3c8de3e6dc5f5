import type { Test } from 'tap'
import type { Household } from './household.ts'
import type { Installation } from '../installation/installation.ts'
import { readPlan, settled } from './plan.ts'

/** What people know of their nights, in the plan and in the calendar. */
export interface Known {
  /** As `readPlan` has them. */
  plan: string[]
  /** Date, id and title of each event. */
  events: string[]
}

/** Waits until nothing is left to do, and reads plan and calendar. */
export async function readKnown(
  installation: Installation,
  { events }: Pick<Household, 'events'>,
): Promise<Known> {
  await settled(installation)
  const found = await events()
  return {
    plan: await readPlan(installation),
    events: found.map(({ id, start, summary }) => `${start.date} ${id} ${summary}`),
  }
}

/** Asserts that nothing is lost and nothing is double: the same nights, the same events, one a night. */
export function assertSame(t: Test, before: Known, after: Known): void {
  t.same(after.plan, before.plan, 'every night is as it was')
  t.same(after.events, before.events, 'the same events with the same ids and titles')
  const dates = after.events.map(dateOf)
  t.equal(new Set(dates).size, dates.length, 'one event a night')
  t.same(after.plan.map(dateOf), dates, 'one night for every event')
}

function dateOf(line: string): string {
  return line.slice(0, 10)
}
