import { sql } from 'kysely'
import type { BabysitterFacts } from '../schema/nights.ts'

/** Someone whom a person booked for a night, in place of a parent. */
export interface Babysitter {
  name: string
}

/** The babysitter from the columns; null when no one is booked. */
export const babysitter = sql<Babysitter | null>`case when babysitter_name is not null
  then json_build_object('name', babysitter_name) end`.as('babysitter')

export function babysitterColumns(booked: Babysitter | null) {
  return { babysitter_name: booked?.name ?? null }
}

export function babysitterFacts(booked: Babysitter | null): BabysitterFacts {
  return { babysitterName: booked?.name ?? null }
}

export function recordedBabysitter(facts: BabysitterFacts | null): Babysitter | null {
  const name = facts?.babysitterName ?? null
  return name === null ? null : { name }
}
