import { CsvError, parse } from 'csv-parse/sync'
import { message, nameRules, type Message } from '@night-routine/wording'
import {
  inOrder,
  ImportRefusal,
  isDate,
  mostNights,
  writableName,
  type ImportedHousehold,
  type ImportedNight,
  type UnreadLine,
} from './imported.ts'

interface Row {
  record: string[]
  info: { lines: number }
}

/** The longest part of a field in a sentence. */
const shownCharacters = 60

/**
 * Reads nights from a file of comma-separated values: a date (YYYY-MM-DD) and a name on each line, with `,` or `;` between
 * them. A first line without a date is a header. Further columns are ignored. A line that cannot be read is named.
 * @throws ImportRefusal if the file is no such file, or no line can be read
 */
export function readCsv(bytes: Uint8Array): ImportedHousehold {
  const rows = parseRows(textOf(bytes))
  const [first] = rows
  const hasHeader = first !== undefined && !/\d/.test(first.record[0] ?? '')
  const lines = hasHeader ? rows.slice(1) : rows
  if (lines.length > mostNights)
    throw new ImportRefusal(message('import.tooMany', { most: mostNights }))
  const nights = new Map<string, ImportedNight>()
  const unread: UnreadLine[] = []
  for (const { record, info } of lines) {
    const says = faultOf(record, nights)
    if (says === null) {
      const night = nightOf(record)
      nights.set(night.night, night)
    } else unread.push({ line: info.lines, says })
  }
  if (nights.size === 0) throw new ImportRefusal(unread[0]?.says ?? message('import.csvEmpty'))
  return {
    source: 'csv',
    names: null,
    unavailableWeekdays: { a: [], b: [] },
    settings: {},
    calendar: null,
    nights: inOrder([...nights.values()]),
    mayBeOld: false,
    unread,
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw Object.assign(new ImportRefusal(message('import.notText')), { cause })
  }
}

function parseRows(text: string): Row[] {
  if (text.includes('\0')) throw new ImportRefusal(message('import.notText'))
  const [first = ''] = text.split('\n', 1)
  const options = {
    delimiter: first.includes(';') ? ';' : ',',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  }
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parse(text, options) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error['lines'] ?? 1)
    throw Object.assign(new ImportRefusal(message('import.csvQuotes', { line })), { cause: error })
  }
}

function faultOf(record: readonly string[], nights: Map<string, ImportedNight>): Message | null {
  const [date = '', written = ''] = record
  const name = writableName(written)
  if (!isDate(date)) return message('import.lineDate', { text: shown(date) })
  const night = Temporal.PlainDate.from(date)
  if (!nameRules.visible.test(name)) return message('import.lineName', { date: night })
  const earlier = nights.get(date)
  return earlier === undefined || earlier.name === name
    ? null
    : message('import.lineTwice', { date: night, name: earlier.name })
}

// People who write down a night have decided it, and a babysitter is never planned.
function nightOf([date = '', written = '']: readonly string[]): ImportedNight {
  const name = writableName(written)
  return { night: date, name, kind: 'unsaid', reason: null, locked: true, eventId: null }
}

function shown(text: string): string {
  return Array.from(writableName(text)).slice(0, shownCharacters).join('')
}
