import type { ParentId } from '@night-routine/database'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../src/connection.ts'
import { calendarsView } from '../src/routes/calendars/calendars-view.ts'
import { historyView } from '../src/routes/history/history-view.ts'
import { monthRange } from '../src/routes/home/month-view.ts'
import { comingNights, shareView } from '../src/routes/share/share-view.ts'
import { statisticsRange, statisticsView } from '../src/routes/statistics/statistics-view.ts'
import { alex, settings } from './demo-household.ts'
import { day } from './nights.ts'
import { changes, undoable } from './recorded-changes.ts'
import { nights } from './shown-nights.ts'

export const tonight = day('2026-11-20')

const shownCalendars = [
  { id: 'alex', name: 'Alex', writable: true, primary: true, timeZone: null },
  { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
  { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
]

/** Every page but the home page and the settings. */
export function shownPages(
  service: FastifyInstance,
  {
    empty,
    disconnecting,
    connection,
    names,
  }: {
    empty: boolean
    disconnecting: boolean
    connection: Connection
    names: Record<ParentId, string>
  },
): void {
  const planned = empty ? [] : nights
  service.get('/statistics', async ({ words }, reply) => {
    const range = statisticsRange(tonight)
    const view = statisticsView({
      tonight,
      record: planned.filter(({ night }) => Temporal.PlainDate.compare(night, tonight) < 0),
      nights: planned.filter(({ night }) => isIn(range, night)),
      names,
      order: settings.statisticsOrder,
      words,
    })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })
  service.get<{ Querystring: { night?: string; before?: string } }>(
    '/history',
    async ({ query, words }, reply) => {
      const view = historyView({
        changes: empty ? [] : changes,
        hasMore: false,
        night: query.night === undefined ? null : day(query.night),
        before: query.before === undefined ? null : BigInt(query.before),
        people: { names, accounts: new Map([[alex.email, 'a']]) },
        tonight,
        timeZone: settings.timeZone,
        undoable: new Set([undoable]),
        flash: null,
        words,
      })
      return reply.page('routes/history/history.hbs', view, connection)
    },
  )
  service.get('/share/:link', async ({ words }, reply) => {
    const month = tonight.toPlainYearMonth()
    const { weekStart } = settings
    const range = monthRange(month, weekStart)
    const seen = planned.filter(({ night }) => isIn(range, night))
    const people = { names }
    const coming = planned.filter(({ night }) => isIn(comingNights(tonight), night))
    const about = { month, tonight, weekStart, people, words, tonightsNote: null }
    const view = shareView({ ...about, nights: seen, coming })
    return reply.page('routes/share/share.hbs', view)
  })
  service.get('/calendars', async ({ words }, reply) => {
    const isConnected = connection.state === 'connected'
    const view = calendarsView({
      calendars: disconnecting || !isConnected ? null : empty ? [] : shownCalendars,
      selected: empty ? undefined : { calendarId: 'family', calendarName: 'Family' },
      absent: connection.state === 'absent',
      connected: isConnected ? (connection.account ?? undefined) : undefined,
      signedInAs: alex.email,
      disconnecting,
      words,
    })
    return reply.page('routes/calendars/calendars.hbs', view, connection)
  })
}

interface Range {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

export const isIn = ({ from, to }: Range, night: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(night, from) >= 0 && Temporal.PlainDate.compare(night, to) <= 0
