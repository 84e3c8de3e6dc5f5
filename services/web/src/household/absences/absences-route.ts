import {
  addAbsence,
  ChangeRefusedError,
  previewAbsence,
  removeAbsence,
  type ChangeOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { ownPath } from '../../plugins/own-path.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseId } from '../../plugins/id.ts'
import { absenceAskedFor, faultsOf, postedAbsence } from '../../plugins/absence-form.ts'
import { postedRepeating, repeatingAskedFor } from './repeating-form.ts'
import { showSettings } from '../settings/settings-page.ts'
import { asksToSave, oneValue, typedForm } from '../../plugins/typed-form.ts'

const removal = Type.Object({ absence_id: Type.String() })

/** The forms that add, preview and remove absences. */
const absences: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock, publicUrl } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  function done(reply: FastifyReply, flash: Flash, { change }: ChangeOutcome, back?: string) {
    leaveFlash(reply, change === null ? 'unchanged' : flash, publicUrl, change)
    return reply.redirect(ownPath(back) ?? '/settings')
  }

  service.post('/settings/absences', { schema: { body: typedForm } }, async (request, reply) => {
    const form = postedAbsence(request.body)
    try {
      const asked = absenceAskedFor(form)
      if ('faults' in asked) throw new ChangeRefusedError('not-allowed', asked.faults)
      const { absence } = asked
      if (asksToSave(request.body)) {
        const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
          addAbsence(trx, { ...absence, ...by }),
        )
        return await done(reply, 'saved', outcome, oneValue(request.body, 'return'))
      }
      const preview = await previewAbsence(db, { ...absence, now: clock.now() })
      const shown = { form, preview, faults: [] }
      return await showSettings(request, reply, context, { page: 'family', absence: shown })
    } catch (error) {
      if (!(error instanceof ChangeRefusedError)) throw error
      const absence = { form, faults: faultsOf(form, error.faults), preview: null }
      return showSettings(request, reply.code(400), context, { page: 'family', absence })
    }
  })

  service.post(
    '/settings/absences/repeating',
    { schema: { body: typedForm } },
    async (request, reply) => {
      const form = postedRepeating(request.body)
      try {
        const asked = repeatingAskedFor(form)
        if ('faults' in asked) throw new ChangeRefusedError('not-allowed', asked.faults)
        const { absence } = asked
        if (asksToSave(request.body)) {
          const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
            addAbsence(trx, { ...absence, ...by }),
          )
          return await done(reply, 'saved', outcome)
        }
        const preview = await previewAbsence(db, { ...absence, now: clock.now() })
        const shown = { form, preview, faults: [] }
        return await showSettings(request, reply, context, { page: 'family', repeating: shown })
      } catch (error) {
        if (!(error instanceof ChangeRefusedError)) throw error
        const repeating = { form, faults: error.faults, preview: null }
        return showSettings(request, reply.code(400), context, { page: 'family', repeating })
      }
    },
  )

  for (const [path, repeats] of [
    ['/settings/absences/remove', false],
    ['/settings/absences/repeating/remove', true],
  ] as const)
    service.post(path, { schema: { body: removal } }, async (request, reply) => {
      const field = 'absence_id'
      const id = parseId(request.body[field], message('error.idOfAbsence', { field }), field)
      const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
        removeAbsence(trx, { id, repeats, ...by }),
      )
      return done(reply, 'absence-removed', outcome)
    })
}

export default absences
