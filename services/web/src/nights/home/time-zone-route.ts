import { readHouseholdSettings, saveHouseholdSettings } from '@night-routine/household'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveSettingsFlash } from '../../plugins/flash.ts'

const body = Type.Object({ time_zone: Type.String({ maxLength: 64 }) })

/** Saves the browser's time zone, which the home page offers where its clock differs. */
export default async function timeZone(service: WebService, context: WebContext) {
  service.post('/settings/time-zone', { schema: { body } }, async (request, reply) => {
    const outcome = await changeAs(context, request, async (trx, by) => {
      const current = await readHouseholdSettings(trx)
      const settings = { ...current, timeZone: request.body.time_zone }
      return saveHouseholdSettings(trx, { settings, current, ...by })
    })
    return leaveSettingsFlash(reply, outcome).redirect('/')
  })
}
