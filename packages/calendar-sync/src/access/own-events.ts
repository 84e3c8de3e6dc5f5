import type { EventStore } from '@night-routine/calendar'
import {
  countOwnEvents,
  findOwnEvent,
  putOwnEvent,
  readOwnChanges,
  removeOwnEvent,
} from '@night-routine/database/calendar'
import { transaction, type Database, type Transaction } from '@night-routine/database/connection'

/** The installation's own calendar, in its database. */
export function ownEvents(
  db: Database,
  change = <Outcome>(make: (trx: Transaction) => Promise<Outcome>) => transaction(db, make),
): EventStore {
  return {
    find: by => findOwnEvent(db, by),
    count: () => countOwnEvents(db),
    changes: token => readOwnChanges(db, token),
    put: (event, version) => change(trx => putOwnEvent(trx, event, version)),
    remove: event => change(trx => removeOwnEvent(trx, event)),
  }
}
