import { initialSettings } from '@night-routine/testing/household'
import type { Parent, ParentId } from '@night-routine/database/nights'
import type { Session } from '@night-routine/database/people'
import type { Settings } from '@night-routine/household'
import { at } from './nights.ts'

/** The demo household, as the database gives it. */
export const settings: Settings & { timeZone: string } = {
  ...initialSettings,
  timeZone: 'Europe/Paris',
  installation: '3f1d6c1e-9c0a-4e07-9d55-0f6f0a8f1a11',
  lastPlannedOn: null,
}

export const parents: Record<ParentId, Parent & { name: string }> = {
  a: { id: 'a', name: 'Alex', unavailableWeekdays: [], ratherNotWeekdays: [] },
  b: { id: 'b', name: 'Robin', unavailableWeekdays: [], ratherNotWeekdays: [] },
}

export const people = { names: { a: 'Alex', b: 'Robin' } }

export const now = at('2026-11-20T19:00:00Z')
export const clock = { now: () => now }

export const alex: Session = {
  tokenHash: 'hash-of-alex',
  email: 'alex@example.com',
  subject: '100000000000000000001',
  createdAt: now,
  lastSeenAt: now,
}

/** No worker is woken. */
export const noWakes = async () => {}

export const connected = { state: 'connected', account: 'alex@example.com' } as const
