import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { GoogleError, invalidValue, missing } from '../google-error.ts'
import { checkSpan } from './span.ts'

const EventTime = Type.Object({
  date: Type.Optional(Type.String()),
  dateTime: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
})

const Properties = Type.Record(Type.String(), Type.String())

const EventContent = Type.Object({
  status: Type.Enum(['confirmed', 'tentative', 'cancelled']),
  summary: Type.Optional(Type.String()),
  description: Type.Optional(Type.String({ maxLength: 8192 })),
  location: Type.Optional(Type.String()),
  colorId: Type.Optional(Type.String()),
  transparency: Type.Optional(Type.Enum(['opaque', 'transparent'])),
  visibility: Type.Optional(Type.Enum(['default', 'public', 'private', 'confidential'])),
  start: EventTime,
  end: EventTime,
  recurrence: Type.Optional(Type.Array(Type.String({ pattern: '^(RRULE|EXRULE|RDATE|EXDATE)' }))),
  reminders: Type.Optional(
    Type.Object({
      useDefault: Type.Boolean(),
      overrides: Type.Optional(
        Type.Array(
          Type.Object({
            method: Type.Enum(['email', 'popup']),
            minutes: Type.Integer({ minimum: 0, maximum: 40_320 }),
          }),
        ),
      ),
    }),
  ),
  extendedProperties: Type.Optional(
    Type.Object({ private: Type.Optional(Properties), shared: Type.Optional(Properties) }),
  ),
})

/** The part of an event that a client writes. */
export type EventContent = Type.Static<typeof EventContent>

const validator = Compile(EventContent)
const names = Object.keys(EventContent.properties)

/**
 * The content of a request body, checked as Google does. Fields that Google has and this emulator
 * does not keep are ignored.
 *
 * @param base what a PATCH is merged into; empty for insert and update, which replace
 * @throws GoogleError 400
 */
export function readContent(body: unknown, options: { base?: EventContent; timeZone: string }) {
  if (!isObject(body)) throw new GoogleError(400, 'parseError', 'Parse Error')
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
  const content = mergePatch(options.base ?? { status: 'confirmed' }, known)

  if (content.start === undefined) throw missing('Missing start time.')
  if (content.end === undefined) throw missing('Missing end time.')
  if (!validator.Check(content)) {
    const [error] = validator.Errors(content)
    throw invalidValue(`Invalid value for: ${error?.instancePath.slice(1).replaceAll('/', '.')}`)
  }
  if (content.reminders?.useDefault === true && content.reminders.overrides !== undefined) {
    throw new GoogleError(
      400,
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'Cannot specify both default reminders and overrides at the same time.',
      { domain: 'calendar' },
    )
  }
  checkSpan(content, options.timeZone)
  return content
}

/** The id that a client chose for its new event, not yet checked for its letters. */
export function readOwnId(body: unknown): string | undefined {
  const id = isObject(body) ? (body.id ?? undefined) : undefined
  if (id === undefined || typeof id === 'string') return id
  throw invalidValue('Invalid resource id value.')
}

/** Google's PATCH: objects merge at every depth, null removes, everything else replaces. */
function mergePatch(base: object, patch: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(patch)) {
    const before = merged[name]
    if (value === null) delete merged[name]
    else if (isObject(value)) merged[name] = mergePatch(isObject(before) ? before : {}, value)
    else merged[name] = value
  }
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
