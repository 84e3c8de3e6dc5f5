import type { Emulator } from '@night-routine/google-emulator'

/** A night as night-routine kept it. */
export interface TheirNight {
  night: string
  name: string
  kind: 'parent' | 'babysitter'
  reason: string
  locked: boolean
  eventId: string
}

/** Nora and Elias in turn, with an override each eleventh night and a babysitter each thirteenth. */
export function theirNights(first: string, count: number): TheirNight[] {
  return Array.from({ length: count }, (_, index) => {
    const night = Temporal.PlainDate.from(first).add({ days: index }).toString()
    const sits = index % 13 === 5
    return {
      night,
      name: sits ? 'Aunt Mila' : index % 2 === 0 ? 'Nora' : 'Elias',
      kind: sits ? 'babysitter' : 'parent',
      reason: sits || index % 11 === 4 ? 'Override' : 'Alternating',
      locked: sits || index % 11 === 4,
      eventId: `their${night.replaceAll('-', '')}`,
    }
  })
}

/** Writes the events of these nights as night-routine writes them. */
export async function writeTheirEvents(
  { control }: Emulator,
  nights: readonly TheirNight[],
  calendarId = 'family',
): Promise<void> {
  for (const [index, { night, name, kind, reason, eventId: id }] of nights.entries())
    await control.createEvent(calendarId, {
      id,
      summary: `[${name}] 🌃👶Routine`,
      description:
        kind === 'babysitter'
          ? `Night routine handled by babysitter ${name}. Reason: ${reason} [Night Routine]`
          : `Night routine duty assigned to ${name}. Reason: ${reason} [Night Routine]`,
      location: 'Home',
      start: { date: night },
      end: { date: Temporal.PlainDate.from(night).add({ days: 1 }).toString() },
      extendedProperties: {
        private: {
          updatedAt: `${night}T12:00:00Z`,
          assignmentId: String(index + 1),
          parent: name,
          caregiverType: kind,
          app: 'Night Routine',
          ...(kind === 'babysitter' && { babysitterName: name }),
        },
      },
    })
}

/** What the reader of their file says of these nights. */
export function theirHousehold(
  nights: readonly TheirNight[],
  calendarId: string | null = 'family',
) {
  return {
    source: 'night-routine' as const,
    names: { a: 'Nora', b: 'Elias' },
    unavailableWeekdays: { a: [], b: [] },
    settings: {},
    calendar: calendarId === null ? null : { id: calendarId, name: 'Family' },
    nights: [...nights],
    mayBeOld: false,
    unread: [],
  }
}
