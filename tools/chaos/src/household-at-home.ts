import { transaction, type Database } from '@night-routine/database/connection'
import { saveNights } from '@night-routine/database/nights'
import { pastOf, type Seen } from './check.ts'
import { allNights, patiently, readState } from './household-state.ts'
import type { Stack } from './stack.ts'
import { Visitor } from './visitor.ts'

const pastNights = 12

const explanation = {
  reason: 'Alternating' as const,
  totals: { a: 3, b: 3 },
  last30: { a: 3, b: 3 },
  streak: { parent: null, nights: 0 },
  away: [],
  absence: null,
}

/** A person who is signed in, and what the household looked like before. */
export interface Home {
  visitor: Visitor
  seen: Seen
}

/** A family with past nights signs in and selects one of its two calendars. */
export async function moveIn(stack: Stack): Promise<Home> {
  await recordPast(stack.db)
  const before = await allNights(stack.db)
  await stack.control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner', 'robin@example.com': 'writer' },
  })
  const visitor = new Visitor(stack.webUrls, stack.control)
  await visitor.signIn('alex@example.com')
  const selected = await visitor.form('/calendars/select', {
    calendar_id: stack.calendarIds.family,
  })
  if (selected !== 'accepted') throw new Error(`the calendar could not be selected: ${selected}`)

  const { tonight } = await readState(stack.db)
  const seen: Seen = {
    before: new Map(before.map(night => [night.night.toString(), night])),
    past: pastOf(before, tonight),
    history: [],
  }
  return { visitor, seen }
}

async function recordPast(db: Database): Promise<void> {
  const { tonight } = await readState(db)
  const nights = Array.from({ length: pastNights }, (_, index) => ({
    night: tonight.subtract({ days: index + 1 }),
    caregiver: index % 2 === 0 ? ('a' as const) : ('b' as const),
    reason: 'Alternating' as const,
    explanation,
  }))
  await patiently(() => transaction(db, trx => saveNights(trx, nights, tonight)))
}
