import {
  ChangeRefusal,
  isBefore,
  previewSettings,
  settingsPages,
  tonight,
  type ChangeOutcome,
} from '@night-routine/household'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveSettingsFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { waitForSite } from '../../plugins/wait-for-work.ts'
import { postedAgreement, withAgreement } from './agreement-form.ts'
import { askedFor, postedForm, saveAsked, type Asking } from './settings-form.ts'
import { showSettings, type Asked } from './settings-page.ts'
import { addressOf, type Attempt } from './settings-view.ts'
import { asksToSave, typedForm, type TypedForm } from '../../plugins/fields.ts'

/** Shows, previews and saves the settings. */
export default async function settings(service: WebService, context: WebContext) {
  const { db, clock } = context

  for (const page of settingsPages)
    service.get(addressOf(page), async (request, reply) =>
      showSettings(request, reply, context, { page }),
    )

  const saves = {
    config: { confirm: 'site' },
    schema: { body: typedForm },
    // Only what lets the plan out of the house.
    preHandler: async (request: FastifyRequest<{ Body: TypedForm }>) => {
      const { publish } = postedForm(request.body).values
      const isNew = publish === 'on' && !signedIn(request).settings.publish
      if (!isNew || !asksToSave(request.body)) request.isConfirmed = true
    },
  } as const
  service.post('/settings', saves, async (request, reply) => {
    const form = postedForm(request.body)
    const { page, seen } = form
    const { publish, publishNames } = signedIn(request).settings
    const publishes =
      form.values.publish === 'on' && !(publish && form.values.publishNames === publishNames)
    return answer(request, reply, {
      seen,
      ask: current => askedFor(form, current),
      shown: result => ({ page, typed: { form, ...result } }),
      async saved(outcome) {
        await waitForSite(context, { onlyFirst: true })
        return leaveSettingsFlash(reply, outcome, { publishes }).redirect(addressOf(page))
      },
    })
  })

  service.post('/settings/agreements', { schema: { body: typedForm } }, async (request, reply) => {
    const form = postedAgreement(request.body)
    return answer(request, reply, {
      seen: form.seen,
      ask: current => withAgreement(form, current, tonight(current, clock.now())),
      shown: result => ({ page: 'family', agreement: { form, ...result } }),
      saved: outcome => leaveSettingsFlash(reply, outcome).redirect(addressOf('family')),
    })
  })

  const removing = { schema: { body: Type.Object({ from: Type.String() }) } }
  service.post('/settings/agreements/remove', removing, async (request, reply) => {
    const { from } = request.body
    const ask: Asking = current => {
      const date = tonight(current, clock.now())
      // One that has begun stays.
      const agreements = current.agreements.filter(
        other => !isBefore(date, other.from) || other.from.toString() !== from,
      )
      return { settings: { ...current, agreements }, faults: [] }
    }
    const outcome = await changeAs(context, request, (trx, by) =>
      saveAsked(trx, { ask, seen: '' }, by),
    )
    return leaveSettingsFlash(reply, outcome).redirect(addressOf('family'))
  })

  /** Saves or previews what a form asks for; a refusal is shown beside its fields. */
  async function answer(
    request: FastifyRequest<{ Body: TypedForm }>,
    reply: FastifyReply,
    asked: {
      ask: Asking
      seen: string
      shown: (result: Omit<Attempt<never>, 'form'>) => Asked
      saved: (outcome: ChangeOutcome) => unknown
    },
  ) {
    const { settings: current, parents } = signedIn(request)
    try {
      if (asksToSave(request.body))
        return await asked.saved(
          await changeAs(context, request, (trx, by) => saveAsked(trx, asked, by)),
        )
      const { settings: wanted, faults } = asked.ask({ ...current, parents })
      if (faults.length > 0) throw new ChangeRefusal('not-allowed', faults)
      const preview = await previewSettings(db, { settings: wanted, now: clock.now() })
      return await showSettings(request, reply, context, asked.shown({ preview, faults }))
    } catch (error) {
      if (!(error instanceof ChangeRefusal)) throw error
      void reply.code(error.reason === 'changed-since' ? 409 : 400)
      const refused = { faults: error.faults, preview: null }
      return showSettings(request, reply, context, asked.shown(refused))
    }
  }
}
