import {
  raiseNotice,
  saveCalendar,
  saveCalendarEvents,
  saveToken,
} from '@night-routine/database/calendar'
import {
  householdTransaction,
  parseSecretKeys,
  type Database,
} from '@night-routine/database/connection'
import { claimJob, finishJob, requestJob } from '@night-routine/database/jobs'
import {
  appendHistory,
  saveDecisions,
  saveNights,
  seedHousehold,
  type Assignment,
  type NightToSave,
} from '@night-routine/database/nights'
import { createSession } from '@night-routine/database/people'
import { otherParent } from '@night-routine/fairness'
import { newToken, tokenHash } from '../src/plugins/session.ts'

const years = 10
const calendarId = 'family'
const sitters = ['Maria', 'Jo', 'Grandma Lou', 'Uncle Sam']

/**
 * Ten years of a household: 3,650 nights, every ninth one an override and every twelfth with a
 * babysitter, each with its event and history entry, and a signed-in person.
 * @returns the session cookie
 */
export async function fillTenYears(
  db: Database,
  { secretKeys, email, now }: { secretKeys: string[]; email: string; now: Temporal.Instant },
): Promise<string> {
  const timeZone = 'Europe/Paris'
  await seedHousehold(db, { parentA: 'Alex', parentB: 'Robin', timeZone, lookAheadDays: 30 })
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const count = years * 365
  const first = today.subtract({ days: count - 30 })
  const nights = Array.from({ length: count }, (_, index) =>
    night(first.add({ days: index }), index),
  )
  const token = newToken()
  await householdTransaction(db, async trx => {
    for (let at = 0; at < count; at += 365) await saveNights(trx, nights.slice(at, at + 365), today)
    for (const [index, planned] of nights.entries()) {
      const decision = decided(planned, index)
      if (decision) await saveDecisions(trx, [{ ...decision, decidedOn: planned.night }])
      await saveCalendarEvents(trx, mirrored(planned.night))
    }
    await appendHistory(
      trx,
      nights.map(({ night: date, caregiver }) => ({
        at: date.toZonedDateTime({ timeZone, plainTime: '19:00' }).toInstant(),
        actorKind: 'schedule',
        actor: null,
        action: 'night-replanned',
        night: date,
        before: { caregiver: caregiver && otherParent(caregiver) },
        after: { caregiver },
      })),
    )
    await saveCalendar(trx, { calendarId, calendarName: 'Family' })
    await saveToken(trx, parseSecretKeys(secretKeys), {
      accessToken: 'access',
      refreshToken: 'refresh',
      tokenType: 'Bearer',
      expiry: now.add({ hours: 1 }),
      scope: ['openid'],
      accountEmail: email,
      accountSubject: '1',
    })
    await requestJob(trx, 'push')
    await raiseNotice(trx, { kind: 'moved', night: today, data: null }, now)
    await createSession(trx, { tokenHash: tokenHash(token), email, subject: '1', now })
  })
  const claim = await claimJob(db, 'push', { leaseSeconds: 60 })
  if (claim) await finishJob(db, claim)
  return `session=${token}`
}

function night(date: Temporal.PlainDate, index: number): NightToSave {
  const counts = { a: Math.ceil(index / 2), b: Math.floor(index / 2) }
  return {
    night: date,
    caregiver: index % 2 === 0 ? 'a' : 'b',
    reason: 'Total Count',
    explanation: {
      reason: 'Total Count',
      totals: counts,
      last30: { a: 15, b: 15 },
      streak: { parent: index % 2 === 0 ? 'b' : 'a', nights: 1 },
      away: index % 11 === 0 ? ['b'] : [],
      absence: null,
    },
  }
}

type Decided = Pick<
  Assignment,
  'night' | 'caregiver' | 'babysitter' | 'reason' | 'override' | 'explanation'
>

function decided({ night: date, caregiver }: NightToSave, index: number): Decided | null {
  const byHand = { night: date, reason: 'Override' as const, override: true, explanation: null }
  if (index % 12 === 0)
    return { ...byHand, caregiver: 'babysitter', babysitter: { name: sitters[index % 4] ?? '' } }
  return index % 9 === 0 ? { ...byHand, caregiver, babysitter: null } : null
}

function mirrored(date: Temporal.PlainDate) {
  return {
    calendarId,
    night: date,
    generation: 0,
    eventId: `n${date.toString().replaceAll('-', '')}`,
    etag: '"1"',
    pushedHash: null,
    judgedMeaning: null,
    note: null,
    state: 'present' as const,
    unlisted: false,
  }
}
