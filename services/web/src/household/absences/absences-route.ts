import {
  addAbsence,
  ChangeRefusedError,
  previewAbsence,
  type ChangeOutcome,
} from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { absenceAskedFor, postedAbsence, type AbsenceForm } from '../../plugins/absence-form.ts'
import { nameApiFields } from '../../plugins/api-errors.ts'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { asksToSave, oneValue, typedForm, type TypedForm } from '../../plugins/fields.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { takeJsonOnly } from '../../plugins/json-only.ts'
import { outcomeOfA, outcomeView } from '../../plugins/outcome.ts'
import { ownPath } from '../../plugins/own-path.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { showSettings, type Asked } from '../settings/settings-page.ts'
import type { Attempt } from '../settings/settings-view.ts'
import { absenceRemovals } from './absence-removals.ts'
import { postedRepeating, repeatingAskedFor } from './repeating-form.ts'

/** The forms that add, preview and remove absences, and what removes them as JSON. */
const absences: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock, publicUrl } = context

  function done(reply: FastifyReply, flash: Flash, { change }: ChangeOutcome, page: string) {
    leaveFlash(reply, change === null ? 'unchanged' : flash, publicUrl, change)
    return reply.redirect(page)
  }

  await service.register(async forms => {
    forms.removeContentTypeParser(['application/json', 'text/plain'])

    /** A form that adds an absence, or shows what it would change. */
    function adds<Form extends AbsenceForm>(
      path: string,
      {
        posted,
        asked,
        shown,
      }: {
        posted: (body: TypedForm) => Form
        asked: (form: Form) => ReturnType<typeof absenceAskedFor>
        shown: (attempt: Attempt<Form>) => Partial<Asked>
      },
    ) {
      forms.post<{ Body: TypedForm }>(
        path,
        { schema: { body: typedForm } },
        async (request, reply) => {
          const form = posted(request.body)
          const show = (attempt: Omit<Attempt<Form>, 'form'>) =>
            showSettings(request, reply, context, {
              page: 'family',
              ...shown({ form, ...attempt }),
            })
          try {
            const read = asked(form)
            if ('faults' in read) throw new ChangeRefusedError('not-allowed', read.faults)
            const { absence } = read
            if (!asksToSave(request.body)) {
              const preview = await previewAbsence(db, { ...absence, now: clock.now() })
              return await show({ preview, faults: [] })
            }
            const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
              addAbsence(trx, { ...absence, ...by }),
            )
            const page = ownPath(oneValue(request.body, 'return')) ?? '/settings'
            return await done(reply, 'saved', outcome, page)
          } catch (error) {
            if (!(error instanceof ChangeRefusedError)) throw error
            // What is wrong with the end of a single night is wrong with the field that was filled in.
            const faults = error.faults.map(one =>
              one.field === 'to' && form.to === '' ? { ...one, field: 'from' } : one,
            )
            void reply.code(400)
            return show({ faults, preview: null })
          }
        },
      )
    }

    adds('/settings/absences', {
      posted: postedAbsence,
      asked: form => absenceAskedFor(form),
      shown: absence => ({ absence }),
    })
    adds('/settings/absences/repeating', {
      posted: postedRepeating,
      asked: repeatingAskedFor,
      shown: repeating => ({ repeating }),
    })

    for (const { form, field, flash, back, run } of absenceRemovals)
      forms.post<{ Body: Record<string, string> }>(
        form,
        { schema: { body: Type.Object({ [field]: Type.String() }) } },
        async (request, reply) => {
          const remove = run(request.body[field] ?? '', field)
          const outcome = await changeAs(context, signedIn(request).session, remove)
          return done(reply, flash, outcome, back)
        },
      )
  })

  await service.register(async api => {
    takeJsonOnly(api)
    nameApiFields(api)
    for (const { path, says, run } of absenceRemovals)
      api.delete<{ Params: { id: string } }>(
        path,
        {
          schema: {
            params: Type.Object({ id: Type.String() }),
            response: { 200: outcomeOfA(says) },
          },
        },
        async request => {
          const remove = run(request.params.id)
          return outcomeView(await changeAs(context, signedIn(request).session, remove))
        },
      )
  })
}

export default absences
