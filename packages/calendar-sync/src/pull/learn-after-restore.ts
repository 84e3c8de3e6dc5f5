import {
  endRestoration,
  raiseNotice,
  readCalendarEvents,
  readRestoration,
  saveCalendarEvents,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory, readNights, saveDecisions } from '@night-routine/database/nights'
import { skipUntoldChanges } from '@night-routine/database/notifications'
import {
  longestHorizon,
  decideNights,
  isBefore,
  oldestChangeable,
  planHousehold,
  readChangeFacts,
  zoneOf,
  type ChangeFacts,
  type NightStep,
} from '@night-routine/household'
import type { FoundEvents } from './read-events.ts'
import { knownToCalendar, type KnownNight } from './known-to-calendar.ts'

/**
 * After a restore, the calendar has newer decisions than the database. What we wrote since the backup becomes a
 * decision again, for past nights too, and our events become known again; people's edits are then judged as
 * usual. A night that was overridden after the restore stays. Does nothing without a restore.
 */
export async function learnAfterRestore(
  trx: Transaction,
  { calendarId }: { calendarId: string },
  { found, now }: { found: FoundEvents; now: Temporal.Instant },
) {
  const restoration = await readRestoration(trx)
  if (restoration === undefined) return
  const change = await readChangeFacts(trx, now)
  const { settings, tonight } = change
  const oldest = oldestChangeable(settings, restoration.takenAt)
  const from = isBefore(oldest, change.oldest) ? oldest : change.oldest
  const to = tonight.add({ days: longestHorizon })
  const known = knownToCalendar({
    events: found.events,
    rows: await readCalendarEvents(trx, calendarId, from),
    nights: await readNights(trx, from, to),
    calendarId,
    installation: settings.installation,
    from,
    to,
    tonight,
  })
  for (const row of known.rows) await saveCalendarEvents(trx, row)
  const since = known.nights.filter(({ before }) => !isNewer(before, restoration.restoredAt))
  await decide(trx, since, { now, change })
  await endRestoration(trx)
  // Both parents knew these nights before the restore.
  await skipUntoldChanges(trx)
  const on = restoration.takenAt.toZonedDateTimeISO(zoneOf(settings)).toPlainDate()
  const data = { on: on.toString() }
  await raiseNotice(trx, { kind: 'restored', night: null, data }, now)
  await requestJob(trx, 'push')
}

async function decide(
  trx: Transaction,
  known: readonly KnownNight[],
  { now, change }: { now: Temporal.Instant; change: ChangeFacts },
) {
  const actor = { kind: 'calendar', email: null } as const
  const steps: NightStep[] = []
  for (const one of known) {
    const decision = decisionOf(one, change.today)
    const action = actionOf(one)
    if (action !== null) steps.push({ action, before: one.before, decision })
    else {
      await saveDecisions(trx, [decision])
      await appendHistory(trx, [replanned(one, now)])
    }
  }
  if (steps.length > 0) await decideNights(trx, steps, { now, actor }, change)
  else await planHousehold(trx, { now, actor: { kind: 'schedule', email: null } }, change)
}

function decisionOf({ before: _before, ...known }: KnownNight, today: Temporal.PlainDate) {
  return { ...known, override: known.reason === 'Override', explanation: null, decidedOn: today }
}

/** The action of a person, or null for the plan. */
function actionOf({ before, caregiver, reason }: KnownNight): NightStep['action'] | null {
  if (reason === 'Override') return caregiver === 'babysitter' ? 'babysitter-booked' : 'night-given'
  return before?.override === true ? 'night-unlocked' : null
}

function replanned({ night, before, caregiver, reason }: KnownNight, now: Temporal.Instant) {
  return {
    at: now,
    actorKind: 'calendar',
    actor: null,
    action: 'night-replanned',
    night,
    before: { caregiver: before?.caregiver ?? null },
    after: { caregiver, reason },
  } as const
}

function isNewer(before: KnownNight['before'], restoredAt: Temporal.Instant): boolean {
  return (
    before !== undefined &&
    before.override &&
    Temporal.Instant.compare(before.updatedAt, restoredAt) > 0
  )
}
