import type { ParentId } from '@night-routine/database/nights'
import { ledgerOf } from '@night-routine/fairness'
import { settingsErrors } from '@night-routine/household'
import { planImport, readCsv } from '@night-routine/import'
import type { Wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../src/plugins/connection.ts'
import { calendarsView } from '../src/household/calendars/calendars-view.ts'
import { settingsOfForm, type SetUpForm } from '../src/household/calendars/set-up-form.ts'
import { setUpView } from '../src/household/calendars/set-up-view.ts'
import { historyView } from '../src/record/history/history-view.ts'
import { importView } from '../src/household/import/import-view.ts'
import { monthRange } from '../src/nights/home/month-view.ts'
import { comingNights, shareView } from '../src/nights/share/share-view.ts'
import { balanceStatement } from '../src/record/balance/statistics-rows.ts'
import { nightsOf } from '../src/record/balance/statistics-span.ts'
import { statisticsView } from '../src/record/balance/statistics-view.ts'
import { alex, settings } from './demo-household.ts'
import { day } from './nights.ts'
import { changes, undoable } from './recorded-changes.ts'
import { nights } from './shown-nights.ts'

export const tonight = day('2026-11-20')

const shownCalendars = [
  { id: 'alex', name: 'Alex', writable: true, primary: true, timeZone: null },
  { id: 'family', name: 'Family', writable: true, primary: false, timeZone: 'Europe/Paris' },
  { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
]

/** The set-up screen of a new household, or as it was refused. */
function shownSetUp(
  { isRefused, isOwn }: { isRefused: boolean; isOwn: boolean },
  wording: Wording,
) {
  const unnamed = {
    a: { name: null, unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { name: null, unavailableWeekdays: [], ratherNotWeekdays: [] },
  }
  const current = { ...settings, timeZone: null, parents: unnamed }
  const form: SetUpForm = {
    names: { a: 'Alex', b: 'alex' },
    unavailableWeekdays: { a: ['2'], b: ['2'] },
    timeZone: 'Europe/Paris',
    you: 'a',
  }
  const faults = settingsErrors(settingsOfForm({ ...form, timeZone: 'Mars/Base' }, current))
  return setUpView({
    calendars: shownCalendars,
    account: isOwn ? '' : alex.email,
    current,
    people: { you: 'a', neither: false, names: { a: 'Alex', b: 'Robin' }, other: null },
    imported: [],
    typed: isRefused ? { form, calendarId: 'family', faults } : null,
    mayMake: isOwn,
    wording,
  })
}

/** The page that brings nights in: empty, with what a file has, or asking who is who. */
function shownImport(
  found: string | undefined,
  names: Record<ParentId, string>,
  wording: Wording,
): ReturnType<typeof importView> {
  const person = { unavailableWeekdays: [], ratherNotWeekdays: [] }
  const parents = {
    a: { id: 'a' as const, name: names.a, ...person },
    b: { id: 'b' as const, name: names.b, ...person },
  }
  if (found === undefined) return importView({ parents, wording })
  const rows = ['2026-10-31', '2026-11-01', '2026-11-24'].map(date => `${date},"${names.a}"`)
  const imported = readCsv(Buffer.from([...rows, 'soon,Kim', '2026-11-03,Kim'].join('\n')))
  const form = { parent_a: '', parent_b: '', others: '' }
  if (found === 'refused')
    return importView({ imported, form, trouble: wording.say('import.csvEmpty'), parents, wording })
  const plan = planImport(imported, {
    settings: { ...settings, parents },
    change: { earlierNames: [], tonight, today: tonight, oldest: tonight },
    nights: [],
    knownEvents: new Set(),
  })
  return importView({ imported, form, plan, parents, wording })
}

/** Every page but the home page and the settings. */
export function shownPages(
  service: FastifyInstance,
  {
    empty,
    disconnecting,
    connection,
    names,
    reader,
    isOwn,
  }: {
    empty: boolean
    disconnecting: boolean
    connection: Connection
    names: Record<ParentId, string>
    reader: ParentId
    /** The calendars belong to the installation. */
    isOwn: boolean
  },
): void {
  const planned = empty ? [] : nights
  service.get('/statistics', async ({ wording }, reply) => {
    const span = {
      first: tonight.toPlainYearMonth().subtract({ months: 11 }),
      last: tonight.toPlainYearMonth(),
    }
    const ledger = ledgerOf()
    const account = balanceStatement({
      tonight,
      span,
      nights: planned.filter(({ night }) => isIn(nightsOf(span), night)),
      counted: planned.map(({ night, caregiver }) => ({
        caregiver,
        nights: 1,
        weight: 1,
        last: night,
      })),
      countFrom: null,
      ledger,
    })
    const order = settings.statisticsOrder
    const view = statisticsView({
      account,
      span,
      order,
      ledger,
      people: { names, reader },
      wording,
    })
    return reply.page('record/balance/statistics.hbs', view, connection)
  })
  service.get<{ Querystring: { night?: string; before?: string } }>(
    '/history',
    async ({ query, wording }, reply) => {
      const view = historyView({
        changes: empty ? [] : changes,
        hasMore: false,
        night: query.night === undefined ? null : day(query.night),
        before: query.before === undefined ? null : BigInt(query.before),
        people: { names, reader, accounts: new Map([[alex.email, 'a']]) },
        tonight,
        today: tonight,
        timeZone: settings.timeZone,
        undoable: new Set([undoable]),
        wording,
      })
      return reply.page('record/history/history.hbs', view, connection)
    },
  )
  service.get('/share/:link', async ({ wording }, reply) => {
    const month = tonight.toPlainYearMonth()
    const { weekStart } = settings
    const range = monthRange(month, weekStart)
    const seen = planned.filter(({ night }) => isIn(range, night))
    const people = { names }
    const coming = planned.filter(({ night }) => isIn(comingNights(tonight), night))
    const about = { month, tonight, weekStart, people, wording, tonightsNote: null }
    const view = shareView({ ...about, nights: seen, coming })
    return reply.page('nights/share/share.hbs', view)
  })
  service.get<{ Querystring: { refused?: string } }>('/set-up', async ({ query, wording }, reply) =>
    reply.page(
      'household/calendars/set-up.hbs',
      shownSetUp({ isRefused: query.refused !== undefined, isOwn }, wording),
    ),
  )
  service.get<{ Querystring: { found?: string } }>('/import', async ({ query, wording }, reply) =>
    reply.page('household/import/import.hbs', shownImport(query.found, names, wording)),
  )
  service.get('/calendars', async ({ wording }, reply) => {
    const isConnected = connection.state === 'connected'
    const view = calendarsView({
      calendars: disconnecting || !isConnected ? null : empty ? [] : shownCalendars,
      selected: empty ? undefined : { calendarId: 'family', calendarName: 'Family' },
      absent: connection.state === 'absent',
      connected: isConnected ? (connection.account ?? undefined) : undefined,
      signedInAs: alex.email,
      disconnecting,
      isOwn,
      mayMake: isOwn,
      wording,
    })
    return reply.page('household/calendars/calendars.hbs', view, connection)
  })
}

interface Range {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

export const isIn = ({ from, to }: Range, night: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(night, from) >= 0 && Temporal.PlainDate.compare(night, to) <= 0
