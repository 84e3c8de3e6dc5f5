import type { CalendarProvider } from '../provider.ts'
import { connectOwn } from './connect.ts'

/** The calendar of this installation itself, for calendar apps by CalDAV. Nothing outside is needed. */
export const ownCalendar: CalendarProvider = {
  settings: {},

  open: () => ({
    grants: null,
    isEmulator: false,
    canNotify: () => false,
    ownReasons: [],
    connect: (_accessToken, events) => connectOwn(events),
    clockUrl: null,
    endingGrantCure: '',
    examine: async () => [],
  }),
}
