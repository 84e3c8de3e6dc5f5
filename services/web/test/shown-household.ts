import { wording } from '@night-routine/wording'
import type { Test } from 'tap'
import { calendars } from '../src/routes/calendars/calendars.ts'
import { newLinkView } from '../src/routes/feed/new-link-view.ts'
import { home } from '../src/routes/home/home.ts'
import { share } from '../src/routes/share/share.ts'
import { statistics } from '../src/routes/statistics/statistics.ts'
import { newToken } from '../src/session-token.ts'
import { alex, clock, connected, now, parents, settings } from './demo-household.ts'
import { assignment, inTurn, sitter } from './nights.ts'
import { oneOfEachKind } from './one-of-each-kind.ts'
import { routeService } from './route-service.ts'

/** A name that has no room anywhere. */
export const long = 'Maximiliane-Charlotte'
const explanation = assignment('2026-11-20', 'a').explanation
const nights = [...inTurn('2026-10-20', 31).slice(0, -1), ...inTurn('2026-11-20', 34)].map(
  night => {
    const date = night.night.toString()
    if (date === '2026-11-24') return sitter(date, 'Maria')
    if (date === '2026-11-27') return { ...night, override: true, reason: 'Override' as const }
    if (date === '2026-11-28')
      return { ...night, explanation: explanation && { ...explanation, away: ['b' as const] } }
    if (date === '2026-11-30') return assignment(date, null)
    return night
  },
)

/** A year for the statistics: not even, with babysitters, and a month without anybody. */
const year = inTurn('2025-12-01', 390)
  .filter(({ night }) => night.month !== 8)
  .map((night, index) => {
    if (index % 17 === 5) return sitter(night.night.toString(), index % 2 ? 'Maria' : long)
    return index % 11 === 3 ? { ...night, caregiver: 'b' as const } : night
  })

/** Of the secret link to the share page. */
export const token = newToken()

/** Every page of a household that is not in any database; gives its address. */
export async function shownHousehold(
  t: Test,
  options: {
    signedIn: boolean
    names?: string
    broken?: boolean
    absent?: boolean
    empty?: boolean
    told?: boolean
    disconnecting?: boolean
  },
) {
  const named = options.names
    ? { a: { ...parents.a, name: options.names }, b: { ...parents.b, name: `${options.names}s` } }
    : parents
  const service = await routeService(t, options.signedIn ? alex : null)
  const shared = {
    readHousehold: async () => ({ settings, parents: named }),
    readNights: async (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
      (options.empty ? [] : nights).filter(
        ({ night }) =>
          Temporal.PlainDate.compare(night, from) >= 0 &&
          Temporal.PlainDate.compare(night, to) <= 0,
      ),
    readConnection: async () =>
      options.absent
        ? ({ state: 'absent' } as const)
        : options.broken
          ? ({ state: 'broken' } as const)
          : connected,
    words: wording('en'),
    clock,
  }
  await service.register(home, {
    ...shared,
    readAssignment: async id => nights.find(night => night.id === id),
    readChoices: async ({ selected }) => ({
      sitters: ['Maria', 'Jo'],
      swappable: nights.filter(({ caregiver }) => caregiver === 'b').slice(0, 5),
      unlocking: selected.override ? { caregiver: 'b', changed: [] } : null,
      isOver: false,
    }),
    readNightHistory: async () => [],
    readRevision: async () => 'r1',
    readStatus: async () => ({
      calendarName: options.empty ? null : 'Family',
      work: [],
      channels: [],
      told: options.told ? oneOfEachKind : [],
      disconnecting: options.disconnecting ?? false,
      progress: null,
    }),
    anybodyMayEnter: true,
    publicUrl: 'http://localhost:8080',
  })
  await service.register(statistics, {
    ...shared,
    readNights: async () => (options.empty ? [] : year),
    readRecord: async ({ before }) =>
      year.filter(({ night }) => Temporal.PlainDate.compare(night, before) < 0),
  })
  await service.register(share, {
    ...shared,
    findFeedToken: async () => ({ id: 1n, createdBy: '', createdAt: now, lastUsedAt: now }),
    touchFeedToken: async () => undefined,
  })
  const names = { a: named.a.name, b: named.b.name }
  service.get('/new-link', async (request, reply) =>
    reply.page(
      'routes/feed/new-link.hbs',
      newLinkView(token, {
        publicUrl: 'https://routine.example.com',
        names,
        words: request.words,
      }),
    ),
  )
  await service.register(calendars, {
    readConnection: shared.readConnection,
    isDisconnecting: async () => options.disconnecting ?? false,
    readCalendar: async () => ({ calendarId: 'family', calendarName: 'Family' }),
    listCalendars: async () => [
      { id: 'alex', name: 'Alex', writable: true, primary: true, timeZone: null },
      { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
      { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
    ],
  })
  return service.listen({ host: '127.0.0.1', port: 0 })
}
