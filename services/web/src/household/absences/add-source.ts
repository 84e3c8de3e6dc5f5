import { calendarAddressIn, type CalendarSummary } from '@night-routine/calendar'
import { readSource, type SourceReader } from '@night-routine/calendar-sync'
import { transaction } from '@night-routine/database/connection'
import type { SourcePlace } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import {
  addAbsenceSource,
  checkSource,
  refusal,
  sourceWindow,
  type ChangeOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'

/** `readAddress` is set by tests. */
export type SourcesContext = WebContext & Pick<SourceReader, 'readAddress'>

/** Where absences come from; the name is that of the calendar, or the host of the address. */
interface AskedSource {
  place: SourcePlace
  name: string
}

/**
 * Adds a calendar of the account, or an address, that the person's absences are taken from. Reads it before it is
 * saved, so that a wrong one is refused at once.
 * @throws ChangeRefusal `not-allowed` (field `calendar` or `address`)
 */
export async function addSource(
  request: FastifyRequest,
  context: SourcesContext,
  asked: { calendar?: string | undefined; address?: string | undefined },
): Promise<ChangeOutcome> {
  const { db, keys, clock, calendars, readAddress } = context
  const { place, name } =
    asked.address === undefined
      ? chosenCalendar(asked.calendar ?? '', await calendars.listCalendars())
      : typedAddress(asked.address)
  const { session, settings } = signedIn(request)
  const people = await readParentsByEmail(db)
  const parent = people.get(session.email)
  if (parent === undefined)
    throw refusal('not-allowed', place.kind, message('settings.sourceNoParent'))
  await transaction(db, trx => checkSource(trx, keys, { parent, place }))
  const reader = { calendar: calendars, ...(readAddress && { readAddress }) }
  const reading = await readSource(reader, {
    place,
    window: sourceWindow(settings, clock.now()),
    addresses: [...people].filter(([, other]) => other === parent).map(([email]) => email),
  })
  const { outcome } = reading
  if (outcome !== 'read')
    throw refusal('not-allowed', place.kind, message(`absenceSource.${outcome}`, { name }))
  const { nights, version } = reading
  if (nights === undefined || version === undefined) throw new TypeError('nothing was read')
  return changeAs(context, request, (trx, by) =>
    addAbsenceSource(trx, keys, { parent, place, name, version, nights, ...by }),
  )
}

/** @throws ChangeRefusal for a calendar that the account does not have */
function chosenCalendar(id: string, calendars: readonly CalendarSummary[]): AskedSource {
  const chosen = calendars.find(calendar => calendar.id === id)
  if (chosen === undefined)
    throw refusal('not-allowed', 'calendar', message('refusal.sourceCalendar'))
  return { place: { kind: 'calendar', calendarId: id }, name: chosen.name }
}

/** @throws ChangeRefusal for what is no address of a calendar */
function typedAddress(typed: string): AskedSource {
  const address = calendarAddressIn(typed)
  if (address === null) throw refusal('not-allowed', 'address', message('refusal.sourceAddress'))
  return { place: { kind: 'address', address: address.href }, name: address.hostname }
}
