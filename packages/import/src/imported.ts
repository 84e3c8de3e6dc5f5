import { gunzipSync, gzipSync } from 'node:zlib'
import { dateIn } from '@night-routine/household'
import { message, nameRules, tidyName, wordingFor, type Message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'

/** The most nights of a file: 54 years. */
export const mostNights = 20_000
/** The largest file, in bytes. Two years of night-routine are 0.3 MB. */
const mostBytes = 20_000_000

/** A file that cannot be brought in; nothing was written. The message is English; `says` can be translated. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal'
  readonly says: Message

  constructor(says: Message) {
    super(wordingFor('en').tell(says))
    this.says = says
  }
}

/** Ids of Google Calendar. */
const identifier = /^[\x21-\x7e]{1,1024}$/
const Identifier = Type.String({ pattern: identifier.source })
const Name = Type.String({ maxLength: 1000 })
const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 })
const Night = Type.Object({
  night: Type.String({ pattern: /^\d{4}-\d{2}-\d{2}$/.source }),
  /** Who did it, or does it. */
  name: Name,
  /** `unsaid`: the file doesn't say which of the two. */
  kind: Type.Enum(['parent', 'babysitter', 'unsaid']),
  /** Why, in the words of the other program. */
  reason: Type.Union([Name, Type.Null()]),
  locked: Type.Boolean(),
  eventId: Type.Union([Identifier, Type.Null()]),
})

const Household = Type.Object({
  source: Type.Enum(['night-routine', 'csv']),
  names: Type.Union([Type.Object({ a: Name, b: Name }), Type.Null()]),
  unavailableWeekdays: Type.Object({ a: Weekdays, b: Weekdays }),
  /** Those of the other program's settings that we have, by our names. */
  settings: Type.Object({
    lookAheadDays: Type.Optional(Type.Integer()),
    pastLimitDays: Type.Optional(Type.Integer()),
    updateFrequency: Type.Optional(Type.Enum(['daily', 'weekly', 'monthly', 'disabled'])),
    statisticsOrder: Type.Optional(Type.Enum(['newest', 'oldest'])),
  }),
  calendar: Type.Union([Type.Object({ id: Identifier, name: Name }), Type.Null()]),
  /** In order, one for each date. */
  nights: Type.Array(Night, { maxItems: mostNights }),
  /** The program may have kept its last changes in a second file, which is not here. */
  mayBeOld: Type.Boolean(),
})

export type ImportedNight = Static<typeof Night>

export interface UnreadLine {
  line: number
  says: Message
}

/** What another program kept, in terms that are neither its own nor ours. */
export interface ImportedHousehold extends Static<typeof Household> {
  unread: readonly UnreadLine[]
}

/** As text for a field of a form, so that a page can send back what a file had. The lines that were not read are left out. */
export function packImport({ unread: _unread, ...imported }: ImportedHousehold): string {
  return gzipSync(JSON.stringify(imported)).toString('base64url')
}

/** Reads what `packImport` wrote. It was in a browser, so all is checked. @throws ImportRefusal for anything else */
export function unpackImport(text: string): ImportedHousehold {
  let value: unknown
  try {
    const packed = Buffer.from(text, 'base64url')
    value = JSON.parse(gunzipSync(packed, { maxOutputLength: mostBytes }).toString())
  } catch (cause) {
    throw Object.assign(notPacked(), { cause })
  }
  if (!Check(Household, value)) throw notPacked()
  if (!value.nights.every(({ night }) => isDate(night))) throw notPacked()
  return { ...value, unread: [] }
}

function notPacked(): ImportRefusal {
  return new ImportRefusal(message('import.again'))
}

/** Whether a text can be the id of a calendar or an event. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

/** A tidied name without characters that no page or terminal should get. */
export function writableName(text: string): string {
  return tidyName(text.toWellFormed().replaceAll(new RegExp(nameRules.unwritable, 'gu'), ' '))
}

/** Whether a text is a date of the calendar, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return dateIn(text) !== undefined
}

/** The nights in order. Of two for one date, the later one in the list stays. */
export function inOrder(nights: readonly ImportedNight[]): ImportedNight[] {
  const byDate = new Map(nights.map(night => [night.night, night]))
  return [...byDate.values()].toSorted((one, two) => (one.night < two.night ? -1 : 1))
}
