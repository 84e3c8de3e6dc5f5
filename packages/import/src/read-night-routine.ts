import type { DatabaseSync } from 'node:sqlite'
import { message } from '@night-routine/wording'
import {
  ImportRefusal,
  inOrder,
  isDate,
  isIdentifier,
  mostNights,
  writableName,
  type ImportedHousehold,
  type ImportedNight,
} from './imported.ts'
import { isSqlite, openBytes, readHeader } from './open-bytes.ts'

/** The newest schema that we know: the number of the last migration of night-routine 0.31. */
const newestSchema = 19

/** The schema since which a column or a table is there. */
const since = { locked: 3, eventId: 4, reason: 9, settings: 11, calendarName: 12, caregiver: 15 }

type Row = Readonly<Record<string, unknown>>

/**
 * Reads the file `state.db` of night-routine (github.com/Belphemur/night-routine), of any of its schemas.
 * @throws ImportRefusal if it is another file, damaged, or newer
 */
export function readNightRoutine(bytes: Uint8Array): ImportedHousehold {
  const { usesLog: mayBeOld } = readHeader(bytes)
  using database = openBytes(bytes)
  try {
    return { ...readTables(database, mayBeOld), mayBeOld, unread: [] }
  } catch (error) {
    if (!isSqlite(error)) throw error
    throw Object.assign(notNightRoutine(mayBeOld), { cause: error })
  }
}

function readTables(
  database: DatabaseSync,
  mayBeOld: boolean,
): Omit<ImportedHousehold, 'mayBeOld' | 'unread'> {
  const rows = (statement: string): Row[] => database.prepare(statement).all()
  expectTables(rows, mayBeOld)
  const schema = readSchema(rows)
  if (schema === undefined) throw notNightRoutine(mayBeOld)
  const settings = schema >= since.settings ? readSettings(rows) : noSettings
  return {
    source: 'night-routine',
    ...settings,
    calendar: schema >= 2 ? readCalendar(rows, schema) : null,
    nights: readNights(rows, schema),
  }
}

type Query = (statement: string) => Row[]

/**
 * The tables that we read have to be plain ones: a view or a computed column of a stranger's file could run for as long
 * as it likes.
 */
function expectTables(rows: Query, mayBeOld: boolean) {
  const plain =
    rows(`select name from sqlite_schema where type = 'table' and sql like 'create table%'
    and not exists (select from_columns.name from pragma_table_xinfo(sqlite_schema.name) as from_columns
      where hidden <> 0)`)
  const others = rows(`select name from sqlite_schema where type in ('table', 'view')
    and name in ('assignments', 'schema_migrations', 'calendar_settings', 'config_parents',
      'config_availability', 'config_schedule')`)
  const names = new Set(plain.map(({ name }) => name))
  const isThere = names.has('assignments') && names.has('schema_migrations')
  if (!isThere || !others.every(({ name }) => names.has(name))) throw notNightRoutine(mayBeOld)
}

function notNightRoutine(mayBeOld: boolean): ImportRefusal {
  return new ImportRefusal(message(mayBeOld ? 'import.withoutLog' : 'import.notNightRoutine'))
}

function readSchema(rows: Query): number | undefined {
  const [row] = rows(
    `select min(version, 1000000) as version, dirty from schema_migrations limit 1`,
  )
  const version = Number(row?.['version'])
  if (!Number.isInteger(version) || version < 1) return undefined
  if (version > newestSchema)
    throw new ImportRefusal(message('import.newer', { version, known: newestSchema }))
  if (Number(row?.['dirty']) !== 0) throw new ImportRefusal(message('import.unfinished'))
  return version
}

const noSettings = { names: null, unavailableWeekdays: { a: [], b: [] }, settings: {} }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const frequencies = ['daily', 'weekly', 'monthly', 'disabled'] as const

function readSettings(
  rows: Query,
): Pick<ImportedHousehold, 'names' | 'unavailableWeekdays' | 'settings'> {
  const [parents] = rows('select parent_a, parent_b from config_parents limit 1')
  const days = rows('select parent, unavailable_day from config_availability limit 100')
  const daysOf = (parent: string) =>
    weekdays.flatMap((day, index) =>
      days.some(row => row['parent'] === parent && row['unavailable_day'] === day)
        ? [index + 1]
        : [],
    )
  const [schedule] = rows('select * from config_schedule limit 1')
  const [a, b] = [nameIn(parents?.['parent_a']), nameIn(parents?.['parent_b'])]
  return {
    names: a === '' || b === '' ? null : { a, b },
    unavailableWeekdays: { a: daysOf('parent_a'), b: daysOf('parent_b') },
    settings: schedule === undefined ? {} : settingsIn(schedule),
  }
}

function settingsIn(schedule: Row): ImportedHousehold['settings'] {
  const ahead = schedule['look_ahead_days']
  const past = schedule['past_event_threshold_days']
  const often = frequencies.find(one => one === schedule['update_frequency'])
  const order = schedule['stats_order']
  return {
    ...(typeof ahead === 'number' && { lookAheadDays: ahead }),
    ...(typeof past === 'number' && { pastLimitDays: past }),
    ...(often !== undefined && { updateFrequency: often }),
    ...(order === 'desc' && { statisticsOrder: 'newest' as const }),
    ...(order === 'asc' && { statisticsOrder: 'oldest' as const }),
  }
}

function readCalendar(rows: Query, schema: number): ImportedHousehold['calendar'] {
  const name = schema >= since.calendarName ? 'calendar_name' : `''`
  const [row] = rows(`select calendar_id, ${name} as name from calendar_settings limit 1`)
  const id = row?.['calendar_id']
  return typeof id === 'string' && isIdentifier(id) ? { id, name: nameIn(row?.['name']) } : null
}

function readNights(rows: Query, schema: number): ImportedNight[] {
  const column = (from: number, name: string, otherwise: string) =>
    `${schema >= from ? name : otherwise} as ${name}`
  // The newest row of a date counts: the first schemas allowed several.
  const found = rows(`select parent_name, assignment_date,
      ${column(since.locked, 'override', '0')},
      ${column(since.eventId, 'google_calendar_event_id', 'null')},
      ${column(since.reason, 'decision_reason', 'null')},
      ${column(since.caregiver, 'caregiver_type', `'parent'`)}
    from assignments order by id limit ${mostNights + 1}`)
  if (found.length > mostNights)
    throw new ImportRefusal(message('import.tooMany', { most: mostNights }))
  return inOrder(found.flatMap(row => nightIn(row) ?? []))
}

/** A row without a date or a name is not from that program. */
function nightIn(row: Row): ImportedNight | null {
  const date = String(row['assignment_date']).slice(0, 10)
  const name = nameIn(row['parent_name'])
  if (!isDate(date) || name === '') return null
  const [reason, eventId] = [row['decision_reason'], row['google_calendar_event_id']]
  const isEvent = typeof eventId === 'string' && isIdentifier(eventId)
  return {
    night: date,
    name,
    kind: row['caregiver_type'] === 'babysitter' ? 'babysitter' : 'parent',
    reason: typeof reason === 'string' && reason !== '' ? reason.slice(0, 100) : null,
    locked: row['override'] === 1,
    eventId: isEvent ? eventId : null,
  }
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? writableName(value.slice(0, 200)) : ''
}
