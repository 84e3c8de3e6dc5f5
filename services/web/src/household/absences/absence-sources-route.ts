import { CalendarError } from '@night-routine/calendar'
import { readCalendar } from '@night-routine/database/calendar'
import { readAbsenceSources, readSourceAbsences } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { ChangeRefusedError, removeAbsenceSource, tonight } from '@night-routine/household'
import { waits } from '@night-routine/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readConnection } from '../../plugins/connection.ts'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { addSource, type SourcesContext } from './add-source.ts'
import { addSourceView, sourceViews, type SourceAttempt } from './absence-sources-view.ts'
import { said } from '../settings/settings-view.ts'
import { oneValue, typedForm } from '../../plugins/typed-form.ts'

const page = '/settings/absences/calendar'
const removal = Type.Object({ source_id: Type.String() })
const untouched: SourceAttempt = { calendar: '', address: '', faults: [] }
const handlerTimeout = waits.providerHandlerMs

/** The page and forms for calendars that a parent takes absences from. */
const absenceSources: FastifyPluginAsyncTypebox<SourcesContext> = async (service, context) => {
  const { db, clock, publicUrl } = context
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

/** The calendars of the account; null when the provider does not list them now. */
async function listIfPossible({ calendars }: Pick<WebContext, 'calendars'>) {
  try {
    return await calendars.listCalendars()
  } catch (error) {
    if (error instanceof CalendarError) return null
    throw error
  }
}
