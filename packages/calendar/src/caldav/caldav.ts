import type { CalendarProvider } from '../provider.ts'
import { ownReasons } from './classify.ts'
import { connectCalDav } from './connect.ts'
import { caldavSettings, readCalDavSettings } from './settings.ts'

/** Any CalDAV server, with an account of the installation. It sends no notifications. */
export const caldavCalendar: CalendarProvider = {
  settings: caldavSettings,

  open(settings) {
    const config = readCalDavSettings(settings)
    return {
      grants: null,
      isEmulator: false,
      canNotify: () => false,
      ownReasons,
      connect: () =>
        connectCalDav({
          url: config.CALDAV_URL,
          username: config.CALDAV_USERNAME,
          password: config.CALDAV_PASSWORD,
          token: config.CALDAV_TOKEN,
        }),
      clockUrl: new URL(config.CALDAV_URL),
      endingGrantCure: '',
      examine: async () => [],
    }
  },
}
