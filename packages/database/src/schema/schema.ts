import type { CalendarTables } from './calendar.ts'
import type { CredentialTables } from './credentials.ts'
import type { InstallationTables } from './installation.ts'
import type { JobsTables } from './jobs.ts'
import type { NightsTables } from './nights.ts'
import type { NotificationsTables } from './notifications.ts'
import type { PeopleTables } from './people.ts'
import type { SiteTables } from './site.ts'

/** Every table of the household's database, as Kysely sees it. */
export interface Schema
  extends
    CalendarTables,
    CredentialTables,
    InstallationTables,
    JobsTables,
    NightsTables,
    NotificationsTables,
    PeopleTables,
    SiteTables {}
