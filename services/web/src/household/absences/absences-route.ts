import {
  addAbsence,
  ChangeRefusal,
  previewAbsence,
  type ChangeOutcome,
} from '@night-routine/household'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { nameApiFields, outcomeOfA, outcomeView, takeJsonOnly } from '../../plugins/json-api.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { asksToSave, oneValue, typedForm } from '../../plugins/fields.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { ownPath } from '../../plugins/own-path.ts'
import { showSettings } from '../settings/settings-page.ts'
import { newAbsenceIn, shownAbsence } from './absence-forms.ts'
import { absenceRemovals } from './absence-removals.ts'

/** The forms that add, preview and remove absences, and what removes them as JSON. */
export default async function absences(service: WebService, context: WebContext) {
  const { db, clock } = context

  const schema = { body: typedForm }
  for (const [path, posted] of [
    ['/settings/absences', 'absence'],
    ['/settings/absences/repeating', 'repeating'],
  ] as const)
    service.post(path, { schema }, async (request, reply) => {
      const { kind, form } = shownAbsence(posted, request.body)
      try {
        const asked = newAbsenceIn(kind, form)
        if ('faults' in asked) throw new ChangeRefusal('not-allowed', asked.faults)
        const { absence } = asked
        if (asksToSave(request.body)) {
          const outcome = await changeAs(context, request, (trx, by) =>
            addAbsence(trx, { ...absence, ...by }),
          )
          const page = ownPath(oneValue(request.body, 'return')) ?? '/settings'
          return await done(reply, 'saved', outcome, page)
        }
        const preview = await previewAbsence(db, { ...absence, now: clock.now() })
        const shown = { page: 'family', [kind]: { form, preview, faults: [] } } as const
        return await showSettings(request, reply, context, shown)
      } catch (error) {
        if (!(error instanceof ChangeRefusal)) throw error
        // What is wrong with the end of a single night is wrong with the field that was filled in.
        const faults = error.faults.map(one =>
          one.field === 'to' && form.to === '' ? { ...one, field: 'from' } : one,
        )
        const shown = { page: 'family', [kind]: { form, preview: null, faults } } as const
        return showSettings(request, reply.code(400), context, shown)
      }
    })

  for (const { form, field, flash, back, run } of absenceRemovals)
    service.post<{ Body: Record<string, string> }>(
      form,
      { schema: { body: Type.Object({ [field]: Type.String() }) } },
      async (request, reply) => {
        const remove = run(request.body[field] ?? '', field)
        const outcome = await changeAs(context, request, remove)
        return done(reply, flash, outcome, back)
      },
    )

  await service.register(async api => {
    takeJsonOnly(api)
    nameApiFields(api)
    const params = Type.Object({ id: Type.String() })
    for (const { path, says, run } of absenceRemovals)
      api.delete<{ Params: { id: string } }>(
        path,
        { schema: { params, response: { 200: outcomeOfA(says) } } },
        async request => {
          const remove = run(request.params.id)
          return outcomeView(await changeAs(context, request, remove))
        },
      )
  })
}

function done(reply: FastifyReply, flash: Flash, { change }: ChangeOutcome, page: string) {
  return leaveFlash(reply, change === null ? 'unchanged' : flash, change).redirect(page)
}
