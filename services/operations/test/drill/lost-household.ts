import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readToken } from '@night-routine/database/calendar'
import { householdTransaction, type Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  readAbsences,
  readHistory,
  readNights,
  type ParentId,
} from '@night-routine/database/nights'
import { addressOf, loseEverything } from '@night-routine/testing/database'
import type { EventEdit } from '@night-routine/google-emulator'
import {
  addAbsence,
  bookBabysitter,
  giveNight,
  removeAbsence,
  unlockNight,
} from '@night-routine/household'
import { backUp, restore } from '@night-routine/operations'
import type { Test } from 'tap'
import { alex, day, nightOn, plain, shownNight } from '@night-routine/testing/household'
import { keys } from '../../../../packages/calendar-sync/test/connected-provider.ts'
import { wholeHousehold } from '../../../../packages/calendar-sync/test/whole/whole-household.ts'

type Change = (trx: Transaction) => Promise<unknown>

/** A household that can be backed up, lost and restored while its calendar lives on. */
export async function lostHousehold(t: Test) {
  const household = await wholeHousehold(t)
  const { db, control, now, waitUntilIdle } = household
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'household.backup')
  const url = await addressOf(db)
  const by = () => ({ now: now(), actor: alex })
  const id = async (night: string) => (await nightOn(db, night)).id
  const eventId = (night: string) => household.eventId('family', day(night))
  const change = (work: Change) => householdTransaction(db, work)

  /** Pulls the calendar, and runs the jobs that follow. */
  async function read() {
    await requestJob(db, 'pull')
    await waitUntilIdle()
  }

  return {
    ...household,
    read,
    change,
    booking:
      (night: string, name: string): Change =>
      async trx =>
        bookBabysitter(trx, { ...by(), id: await id(night), babysitter: { name } }),
    giving:
      (night: string, to: ParentId): Change =>
      async trx =>
        giveNight(trx, { ...by(), id: await id(night), to }),
    unlocking:
      (night: string): Change =>
      async trx =>
        unlockNight(trx, { ...by(), id: await id(night) }),
    /** Both parents are away, so the event is removed; its replacement has another id. */
    bothAwayAndBack: async (night: string) => {
      const range = { from: day(night), to: day(night) }
      for (const parent of ['a', 'b'] as const)
        await change(trx => addAbsence(trx, { ...by(), parent, ...range }))
      await waitUntilIdle()
      for (const absence of await readAbsences(db))
        await change(trx => removeAbsence(trx, { ...by(), id: absence.id }))
      await waitUntilIdle()
    },
    edit: async (night: string, edit: EventEdit) =>
      control.editEvent('family', await eventId(night), edit),
    remove: async (night: string) => control.removeEvent('family', await eventId(night)),
    backUp: () => backUp(url, file, now()),
    /** Loses the database; the backup, the keys and the calendar are left. */
    loseAndRestore: async () => {
      await loseEverything(db)
      return restore(url, file, { now: now() })
    },
    /** "2026-11-21 Dana (locked)", in order. */
    nights: async () =>
      (await readNights(db, day('2000-01-01'), day('2200-01-01'))).map(shownNight),
    history: async () =>
      (await readHistory(db, { limit: 1000 }))
        .toReversed()
        .map(({ action, night }) => `${action} ${night?.toString() ?? ''}`.trim()),
    grant: async () => plain(await readToken(db, keys)),
    /** The titles of our events, "2026-11-21 [Alex] …", in order. */
    titles: async () =>
      (await control.events('family'))
        .filter(({ status, extendedProperties }) => {
          const isOurs = extendedProperties?.private?.['app'] === 'night-routine'
          return isOurs && status !== 'cancelled'
        })
        .map(({ start, summary }) => `${start.date ?? 'timed'} ${summary ?? ''}`)
        .toSorted(),
    /** The calls that write to the calendar during `work`. */
    writesOf: async (work: () => Promise<unknown>) => {
      await control.clearRequests()
      await work()
      return (await control.requests())
        .filter(({ method, path }) => method !== 'GET' && path.includes('/events'))
        .filter(({ path }) => !path.endsWith('/watch'))
        .map(({ method, path }) => `${method} ${path}`)
    },
  }
}
