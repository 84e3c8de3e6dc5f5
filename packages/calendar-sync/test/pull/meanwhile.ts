import type { CalendarPort } from '@night-routine/calendar'

/** A calendar where something happens between a read of changes and its response. */
export function meanwhile(calendar: CalendarPort, happens: () => Promise<unknown>): CalendarPort {
  return {
    ...calendar,
    async listChanges(...args) {
      const changes = await calendar.listChanges(...args)
      await happens()
      return changes
    },
  }
}
