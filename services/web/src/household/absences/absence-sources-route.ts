import { CalendarError } from '@night-routine/calendar'
import { readCalendar } from '@night-routine/database/calendar'
import { readAbsenceSources, readSourceAbsences } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { ChangeRefusal, tonight } from '@night-routine/household'
import { waits } from '@night-routine/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { addSource, type SourcesContext } from './add-source.ts'
import { addSourceView, type SourceAttempt } from './absence-sources-view.ts'
import { oneValue, said, typedForm } from '../../plugins/fields.ts'

const page = '/settings/absences/calendar'
const untouched: SourceAttempt = { calendar: '', address: '', faults: [] }
const handlerTimeout = waits.providerHandlerMs

/** The page and forms for calendars that a parent takes absences from. */
export default async function absenceSources(service: WebService, context: SourcesContext) {
  const { db, clock } = context

  async function show(request: FastifyRequest, reply: FastifyReply, typed = untouched) {
    const { session, names, settings } = signedIn(request)
    const { wording } = request
    const now = clock.now()
    const view = addSourceView({
      calendars: await listIfPossible(context),
      selected: (await readCalendar(db))?.calendarId,
      parent: (await readParentsByEmail(db)).get(session.email),
      names,
      typed: { ...typed, faults: typed.faults.map(said(wording)) },
      sources: await readAbsenceSources(db),
      found: await readSourceAbsences(db),
      tonight: tonight(settings, now),
      now,
      wording,
    })
    const connection = await readConnection(context)
    return reply.page('household/absences/absence-sources.hbs', view, connection)
  }

  service.get(page, { handlerTimeout }, async (request, reply) => show(request, reply))

  for (const kind of ['calendar', 'address'] as const)
    service.post(
      `/settings/absences/${kind}`,
      { schema: { body: typedForm }, handlerTimeout },
      async (request, reply) => {
        const typed = { ...untouched, [kind]: oneValue(request.body, kind) }
        try {
          const { change } = await addSource(request, context, { [kind]: typed[kind] })
          return await leaveFlash(reply, 'source-added', change).redirect('/settings#absences')
        } catch (error) {
          if (!(error instanceof ChangeRefusal)) throw error
          return show(request, reply.code(400), { ...typed, faults: error.faults })
        }
      },
    )
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
