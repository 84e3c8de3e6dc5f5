import { readAssignment, readParents, readRecord, type Database } from '@night-routine/database'
import {
  bookBabysitter,
  giveNight,
  swapNights,
  undoLastChange,
  unlockNight,
} from '@night-routine/household'
import type { FastifyInstance } from 'fastify'
import type { ChangeAs } from './change-household.ts'
import { babysitter } from './routes/assignments/babysitter.ts'
import { details } from './routes/assignments/details.ts'
import { nights, type NightsOptions } from './routes/nights/nights.ts'

/** The JSON endpoints of one night, and the forms that change it. */
export async function nightPages(
  service: FastifyInstance,
  { db, change, publicUrl }: { db: Database; change: ChangeAs; publicUrl: string },
): Promise<void> {
  await service.register(details, {
    readAssignment: id => readAssignment(db, id),
    readParents: () => readParents(db),
    readRecordBefore: night => readRecord(db, { from: null, before: night }),
  })
  const book: NightsOptions['bookBabysitter'] = (booking, session) =>
    change(session, (trx, by) => bookBabysitter(trx, { ...booking, ...by }))
  await service.register(babysitter, { bookBabysitter: book })
  await service.register(nights, {
    bookBabysitter: book,
    giveNight: (gift, session) => change(session, (trx, by) => giveNight(trx, { ...gift, ...by })),
    swapNights: (pair, session) =>
      change(session, (trx, by) => swapNights(trx, { ...pair, ...by })),
    unlockNight: (night, session) =>
      change(session, (trx, by) => unlockNight(trx, { ...night, ...by })),
    undoLastChange: (asked, session) =>
      change(session, (trx, by) => undoLastChange(trx, { ...asked, ...by })),
    publicUrl,
  })
}
