import type { Migration } from 'kysely/migration'
import { household } from './0001-household.ts'
import { people } from './0002-people.ts'
import { calendar } from './0003-calendar.ts'
import { work } from './0004-work.ts'
import { livingCalendar } from './0005-living-calendar.ts'
import { editedEvents } from './0006-edited-events.ts'
import { disconnecting } from './0007-disconnecting.ts'
import { feedTokens } from './0008-feed-tokens.ts'
import { sessionDevices } from './0009-session-devices.ts'
import { publication } from './0010-publication.ts'
import { eventsByUpdate } from './0011-events-by-update.ts'
import { restoration } from './0012-restoration.ts'
import { eventNotes } from './0013-event-notes.ts'
import { grantEnd } from './0014-grant-end.ts'
import { privateSite } from './0015-private-site.ts'
import { publishedPassword } from './0016-published-password.ts'

/** Every migration by name, oldest first. Forward only: one that was released is never edited. */
export const migrations = {
  '0001-household': household,
  '0002-people': people,
  '0003-calendar': calendar,
  '0004-work': work,
  '0005-living-calendar': livingCalendar,
  '0006-edited-events': editedEvents,
  '0007-disconnecting': disconnecting,
  '0008-feed-tokens': feedTokens,
  '0009-session-devices': sessionDevices,
  '0010-publication': publication,
  '0011-events-by-update': eventsByUpdate,
  '0012-restoration': restoration,
  '0013-event-notes': eventNotes,
  '0014-grant-end': grantEnd,
  '0015-private-site': privateSite,
  '0016-published-password': publishedPassword,
} satisfies Record<string, Migration>

/** The version that this code needs. */
export const latestMigration = Object.keys(migrations).toSorted().at(-1)
