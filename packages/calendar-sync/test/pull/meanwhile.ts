import type { CalendarPort } from '@night-routine/calendar'

/** The calendar, where something else happens between the read of changes and its answer. */
export function meanwhile(calendar: CalendarPort, happens: () => Promise<unknown>): CalendarPort {
  return {
    ...calendar,
    async listChanges(...words) {
      const changes = await calendar.listChanges(...words)
      await happens()
      return changes
    },
  }
}
