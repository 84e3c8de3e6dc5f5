import { ChangeRefusal, previewSettings, settingsPages } from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { leaveSettingsFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { waitForSite } from '../../plugins/wait-for-work.ts'
import { askedFor, postedForm, saveWanted } from './settings-form.ts'
import { showSettings } from './settings-page.ts'
import { addressOf } from './settings-view.ts'
import { asksToSave, typedForm, type TypedForm } from '../../plugins/fields.ts'

/** Shows, previews and saves the settings. */
const settings: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock, publicUrl } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

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
    const { page } = form
    try {
      if (!asksToSave(request.body)) {
        const { settings: current, parents } = signedIn(request)
        const asked = askedFor(form, { ...current, parents })
        if (asked.faults.length > 0) throw new ChangeRefusal('not-allowed', asked.faults)
        const now = clock.now()
        const preview = await previewSettings(db, { settings: asked.settings, now })
        const typed = { form, preview, faults: [] }
        return await showSettings(request, reply, context, { page, typed })
      }
      const outcome = await changeAs(context, signedIn(request).session, (trx, by) =>
        saveWanted(trx, form, by),
      )
      await waitForSite(context, { onlyFirst: true })
      const { publish, publishNames } = signedIn(request).settings
      const publishes =
        form.values.publish === 'on' && !(publish && form.values.publishNames === publishNames)
      leaveSettingsFlash(reply, outcome, publicUrl, { publishes })
      return await reply.redirect(addressOf(page))
    } catch (error) {
      if (!(error instanceof ChangeRefusal)) throw error
      void reply.code(error.reason === 'changed-since' ? 409 : 400)
      const typed = { form, faults: error.faults, preview: null }
      return showSettings(request, reply, context, { page, typed })
    }
  })
}

export default settings
