import type { CalendarProvider } from '../provider.ts'
import { ownReasons } from './classify.ts'
import { connectCalDav } from './connect.ts'
import { examineAccount } from './examine.ts'
import { caldavSettings, readCalDavSettings } from './settings.ts'

/** Any CalDAV server, with an account of the installation. It sends no notifications. */
export const caldavCalendar: CalendarProvider = {
  settings: caldavSettings,

  open(settings) {
    const config = readCalDavSettings(settings)
    const connect = () =>
      connectCalDav({
        url: config.CALDAV_URL,
        username: config.CALDAV_USERNAME,
        password: config.CALDAV_PASSWORD,
        token: config.CALDAV_TOKEN,
      })
    return {
      grants: null,
      isEmulator: false,
      canNotify: () => false,
      ownReasons,
      connect,
      clockUrl: new URL(config.CALDAV_URL),
      endingGrantCure: '',
      examine: () => examineAccount(connect()),
    }
  },
}
