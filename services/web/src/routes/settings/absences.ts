import type { Absence, Session } from '@night-routine/database'
import { ChangeRefusedError, type ChangeOutcome, type Preview } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { leaveNotice, type Notice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { absenceAskedFor, faultsOf, postedAbsence, type AbsenceForm } from './absence-form.ts'
import { showSettings, type PageOptions } from './settings-page.ts'
import { asksToSave, typedForm } from './typed-form.ts'

export interface AbsencesOptions extends PageOptions {
  previewAbsence: (absence: Absence) => Promise<Preview>
  addAbsence: (absence: Absence, by: Session) => Promise<ChangeOutcome>
  removeAbsence: (absence: { id: bigint }, by: Session) => Promise<ChangeOutcome>
}

const removal = Type.Object({ absence_id: Type.String() })

/** The forms that add, preview and remove absences. */
export const absences: FastifyPluginAsyncTypebox<AbsencesOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  function done(reply: FastifyReply, notice: Notice, { change, changedNights }: ChangeOutcome) {
    if (change === null) leaveNotice(reply, 'unchanged', options.publicUrl)
    else leaveNotice(reply, notice, options.publicUrl, changedNights.length)
    return reply.redirect('/settings')
  }

  service.post('/settings/absences', { schema: { body: typedForm } }, async (request, reply) => {
    const form = postedAbsence(request.body)
    try {
      const wanted = readable(form)
      if (asksToSave(request.body)) {
        const outcome = await options.addAbsence(wanted, signedIn(request))
        return await done(reply, 'saved', outcome)
      }
      const preview = await options.previewAbsence(wanted)
      return await showSettings(request, reply, { options, absence: { form, preview, faults: [] } })
    } catch (error) {
      if (!(error instanceof ChangeRefusedError)) throw error
      const absence = { form, faults: faultsOf(form, error.faults), preview: null }
      return showSettings(request, reply.code(400), { options, absence })
    }
  })

  service.post(
    '/settings/absences/remove',
    { schema: { body: removal } },
    async (request, reply) => {
      const id = parseAssignmentId(request.body.absence_id)
      const field = 'absence_id'
      if (id === undefined)
        throw new SpokenError(400, message('error.idOfAbsence', { field }), { field })
      return done(reply, 'absence-removed', await options.removeAbsence({ id }, signedIn(request)))
    },
  )
}

function readable(form: AbsenceForm): Absence {
  const asked = absenceAskedFor(form)
  if ('faults' in asked) throw new ChangeRefusedError('not-allowed', asked.faults)
  return asked.absence
}
