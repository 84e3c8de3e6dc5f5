import { CalendarError, calendarAddressIn, type CalendarSummary } from '@night-routine/calendar'
import { readSource, type SourceReader } from '@night-routine/calendar-sync'
import {
  readAbsenceSources,
  readCalendar,
  readParentsByEmail,
  readSourceAbsences,
  transaction,
  type ParentId,
  type SourcePlace,
} from '@night-routine/database'
import {
  addAbsenceSource,
  ChangeRefusedError,
  checkSource,
  removeAbsenceSource,
  sourceWindow,
  tonight,
} from '@night-routine/household'
import { waits } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readConnection } from '../../connection.ts'
import { changeAs, type WebContext } from '../../context.ts'
import { leaveFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { addSourceView, sourceViews, type SourceAttempt } from './absence-sources-view.ts'
import { said } from './settings-view.ts'
import { faultIn, oneValue, typedForm } from './typed-form.ts'

const page = '/settings/absences/calendar'
const removal = Type.Object({ source_id: Type.String() })
const untouched: SourceAttempt = { calendar: '', address: '', faults: [] }
const handlerTimeout = waits.providerHandlerMs

/** What a form asks for. */
interface AskedSource {
  place: SourcePlace
  /** The name of the calendar, or the host of the address. */
  name: string
}

/** `readAddress` is set by tests. */
type SourcesContext = WebContext & Pick<SourceReader, 'readAddress'>

/** The page and forms for calendars that a parent takes absences from. */
const absenceSources: FastifyPluginAsyncTypebox<SourcesContext> = async (service, context) => {
  const { db, keys, clock, publicUrl, calendars, readAddress } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  async function show(request: FastifyRequest, reply: FastifyReply, typed = untouched) {
    const { session, names, settings } = signedIn(request)
    const { wording } = request
    const people = await readParentsByEmail(db)
    const now = clock.now()
    const sources = await readAbsenceSources(db)
    const found = await readSourceAbsences(db)
    const view = addSourceView({
      calendars: await listIfPossible(context),
      selected: (await readCalendar(db))?.calendarId,
      parent: people.get(session.email),
      names,
      typed: { ...typed, faults: typed.faults.map(said(wording)) },
      sources: sourceViews({
        sources,
        found,
        names,
        tonight: tonight(settings, now),
        now,
        wording,
      }),
      wording,
    })
    const connection = await readConnection(context)
    return reply.page('routes/settings/absence-sources.hbs', view, connection)
  }

  /** Reads the calendar before it is saved, so that a wrong one is told at once. */
  async function add(request: FastifyRequest, { place, name }: AskedSource) {
    const { session, settings } = signedIn(request)
    const people = await readParentsByEmail(db)
    const parent = people.get(session.email)
    if (parent === undefined) throw refused(place.kind, message('settings.sourceNoParent'))
    await transaction(db, trx => checkSource(trx, keys, { parent, place }))
    const reader = { calendar: calendars, ...(readAddress && { readAddress }) }
    const reading = await readSource(reader, {
      place,
      window: sourceWindow(settings, clock.now()),
      addresses: addressesOf(people, parent),
    })
    const { outcome } = reading
    if (outcome !== 'read') throw refused(place.kind, message(`absenceSource.${outcome}`, { name }))
    const { nights, version } = reading
    if (nights === undefined || version === undefined) throw new TypeError('nothing was read')
    return changeAs(context, session, (trx, by) =>
      addAbsenceSource(trx, keys, { parent, place, name, version, nights, ...by }),
    )
  }

  service.get(page, { handlerTimeout }, async (request, reply) => show(request, reply))

  for (const kind of ['calendar', 'address'] as const)
    service.post(
      `/settings/absences/${kind}`,
      { schema: { body: typedForm }, handlerTimeout },
      async (request, reply) => {
        const typed = { ...untouched, [kind]: oneValue(request.body, kind) }
        try {
          const asked =
            kind === 'calendar'
              ? chosenCalendar(typed.calendar, await calendars.listCalendars())
              : typedAddress(typed.address)
          const { change } = await add(request, asked)
          leaveFlash(reply, 'source-added', publicUrl, change)
          return await reply.redirect('/settings#absences')
        } catch (error) {
          if (!(error instanceof ChangeRefusedError)) throw error
          return show(request, reply.code(400), { ...typed, faults: error.faults })
        }
      },
    )

  service.post(
    '/settings/absences/calendar/remove',
    { schema: { body: removal } },
    async (request, reply) => {
      const id = request.body.source_id
      const { change } = await changeAs(context, signedIn(request).session, (trx, by) =>
        removeAbsenceSource(trx, { id, ...by }),
      )
      leaveFlash(reply, change === null ? 'unchanged' : 'source-removed', publicUrl, change)
      return reply.redirect('/settings#absences')
    },
  )
}

export default absenceSources

function refused(field: string, says: Parameters<typeof faultIn>[1]): ChangeRefusedError {
  return new ChangeRefusedError('not-allowed', [faultIn(field, says)])
}

/** @throws ChangeRefusedError for a calendar that the account does not have */
function chosenCalendar(id: string, calendars: readonly CalendarSummary[]): AskedSource {
  const chosen = calendars.find(calendar => calendar.id === id)
  if (chosen === undefined) throw refused('calendar', message('refusal.sourceCalendar'))
  return { place: { kind: 'calendar', calendarId: id }, name: chosen.name }
}

/** @throws ChangeRefusedError for what is no address of a calendar */
function typedAddress(typed: string): AskedSource {
  const address = calendarAddressIn(typed)
  if (address === null) throw refused('address', message('refusal.sourceAddress'))
  return { place: { kind: 'address', address: address.href }, name: address.hostname }
}

function addressesOf(people: ReadonlyMap<string, ParentId>, parent: ParentId): string[] {
  return [...people].filter(([, other]) => other === parent).map(([email]) => email)
}

/** The calendars of the account; null when the provider does not list them now. */
async function listIfPossible({ calendars }: Pick<WebContext, 'calendars'>) {
  try {
    return await calendars.listCalendars()
  } catch (error) {
    if (error instanceof CalendarError) return null
    throw error
  }
}
