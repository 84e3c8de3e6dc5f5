import type { Session } from '@night-routine/database'
import {
  ChangeRefusedError,
  type ChangeOutcome,
  type HouseholdSettings,
  type Preview,
} from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { leaveNotice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { askedFor, postedForm, type SettingsForm } from './settings-form.ts'
import { pageIn } from '../sessions/sessions-view.ts'
import { showSettings, type PageOptions } from './settings-page.ts'
import { asksToSave, typedForm } from './typed-form.ts'

export interface SettingsOptions extends PageOptions {
  previewSettings: (settings: HouseholdSettings) => Promise<Preview>
  saveSettings: (form: SettingsForm, by: Session) => Promise<ChangeOutcome>
}

/** Shows, previews and saves the settings. */
export const settings: FastifyPluginAsyncTypebox<SettingsOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  service.get<{ Querystring: { sessions?: unknown } }>('/settings', async (request, reply) =>
    showSettings(request, reply, { options, sessionsPage: pageIn(request.query.sessions) }),
  )

  service.post('/settings', { schema: { body: typedForm } }, async (request, reply) => {
    const form = postedForm(request.body)
    try {
      if (!asksToSave(request.body)) {
        const preview = await foresee(form, options)
        return await showSettings(request, reply, { options, typed: { form, preview, faults: [] } })
      }
      const { change, changedNights } = await options.saveSettings(form, signedIn(request))
      if (change === null) leaveNotice(reply, 'unchanged', options.publicUrl)
      else leaveNotice(reply, 'saved', options.publicUrl, changedNights.length)
      return await reply.redirect('/settings')
    } catch (error) {
      if (!(error instanceof ChangeRefusedError)) throw error
      void reply.code(error.reason === 'changed-since' ? 409 : 400)
      const typed = { form, faults: error.faults, preview: null }
      return showSettings(request, reply, { options, typed })
    }
  })
}

async function foresee(
  form: SettingsForm,
  { readInForce, previewSettings }: SettingsOptions,
): Promise<Preview> {
  const { settings: wanted, faults } = askedFor(form, (await readInForce()).settings)
  if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
  return previewSettings(wanted)
}
