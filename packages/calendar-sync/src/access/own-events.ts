import type { EventStore } from '@night-routine/calendar'
import {
  findOwnEvent,
  putOwnEvent,
  readOwnChanges,
  removeOwnEvent,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'

/** The installation's own calendar, in its database. */
export function ownEvents(db: Database): EventStore {
  return {
    find: uid => findOwnEvent(db, { uid }),
    changes: token => readOwnChanges(db, token),
    put: (event, version) => db.transaction().execute(trx => putOwnEvent(trx, event, version)),
    remove: event => db.transaction().execute(trx => removeOwnEvent(trx, event)),
  }
}
