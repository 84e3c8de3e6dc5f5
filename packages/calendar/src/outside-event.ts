import { outsideText } from '@night-routine/service'
import type { EventProperties, RemoteEvent } from './port.ts'

const properties = {
  app: true,
  night: true,
  generation: true,
  hash: true,
  lines: true,
  caregiver: true,
  reason: true,
  installation: true,
} satisfies Record<keyof EventProperties, true>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const propertyNames = Object.keys(properties) as (keyof EventProperties)[]

/** More UTF-16 units than providers let people write. */
const longest = { identifier: 1024, summary: 1024, description: 16_384, property: 1024 }

/** An id, a token or the like, which is useless when changed: null when it is odd or no text. */
export function outsideIdentifier(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  return outsideText(value, longest.identifier) === value ? value : null
}

/** A name, or another short text. */
export function outsideName(value: unknown): string {
  return typeof value === 'string' ? outsideText(value, longest.summary) : ''
}

/** The value under a name that others chose: not an inherited one, such as `constructor`. */
export function valueIn<Value>(
  record: Readonly<Record<string, Value>> | Partial<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** The fields of a value that should be an object; none of any other value. */
export function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** An event as an adapter read it, with its texts well-formed and bounded. */
export function outsideEvent(
  event: Omit<RemoteEvent, 'summary' | 'description' | 'properties'> & {
    summary: unknown
    description: unknown
    /** Only ours are kept. */
    properties: Partial<Record<string, unknown>>
  },
): RemoteEvent {
  const { description } = event
  const ours = propertyNames.flatMap(name => {
    const value = valueIn(event.properties, name)
    return typeof value === 'string' ? [[name, outsideText(value, longest.property)] as const] : []
  })
  return {
    ...event,
    etag: outsideText(event.etag, longest.identifier),
    summary: outsideName(event.summary),
    description:
      typeof description === 'string' ? outsideText(description, longest.description) : '',
    properties: Object.fromEntries(ours),
  }
}

/** An event of which only id and version are known. */
export function emptyEvent(eventId: string, etag: string): RemoteEvent {
  return {
    eventId,
    etag: outsideText(etag, longest.identifier),
    status: 'confirmed',
    summary: '',
    description: '',
    startDate: null,
    endDate: null,
    repeats: false,
    properties: {},
  }
}

/** An event of ours that exists but cannot be read. */
export function unreadableEvent(eventId: string, etag: string): RemoteEvent {
  return { ...emptyEvent(eventId, etag), unreadable: true }
}

/**
 * A civil date as ISO text; null for none. PostgreSQL has no year 0.
 * @throws RangeError for anything else
 */
export function outsideDate(value: unknown): Temporal.PlainDate | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value))
    return Temporal.PlainDate.from(value)
  throw new RangeError('not a date')
}
