import type { CalendarTables } from './calendar/tables.ts'
import type { IdentityTables } from './identity/tables.ts'
import type { InstallationTables } from './installation/tables.ts'
import type { JobsTables } from './jobs/tables.ts'
import type { NightsTables } from './nights/tables.ts'
import type { NotificationsTables } from './notifications/tables.ts'
import type { PeopleTables } from './people/tables.ts'
import type { SiteTables } from './site/tables.ts'

/** Every table of the household's database, as Kysely sees it. */
export interface Schema
  extends
    CalendarTables,
    IdentityTables,
    InstallationTables,
    JobsTables,
    NightsTables,
    NotificationsTables,
    PeopleTables,
    SiteTables {}
