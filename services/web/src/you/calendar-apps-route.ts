import { createAccessToken, mostAccessTokens } from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import { newAppPassword, appPasswordHash } from '../plugins/session.ts'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { signedIn } from '../plugins/sessions.ts'
import { recordChange } from '../sign-in/record-change.ts'
import { secretPage } from '../sign-in/shown-once.ts'
import { newAppPasswordView } from './calendar-apps-view.ts'

/** Makes passwords for calendar apps. They are revoked like the tokens of programs. */
export default async function calendarApps(service: WebService, context: WebContext) {
  const { config, publicUrl } = context
  if (config.CALENDAR !== 'own') return

  const showPassword = secretPage<string>(service, context, {
    path: '/you/calendar-apps',
    back: '/you#calendar-apps',
    show: (password, request, reply) => {
      const { email } = signedIn(request).session
      const { wording } = request
      return reply.page(
        'you/new-app-password.hbs',
        newAppPasswordView({ password, email, publicUrl, wording }),
      )
    },
  })
  const makes = { config: { confirm: 'make-app-password' } } as const
  service.post('/you/calendar-apps', makes, async (request, reply) => {
    const { session } = signedIn(request)
    const password = newAppPassword()
    const name = request.wording.say('calendarApps.app')
    const made = { tokenHash: appPasswordHash(password), email: session.email, name }
    await changeAs(context, request, async (trx, { now }) => {
      if (!(await createAccessToken(trx, { ...made, scope: 'calendar', now })))
        throw new LocalizedHttpError(409, message('programs.tooMany', { most: mostAccessTokens }))
      await recordChange(trx, request, { action: 'app-password-made', now })
    })
    return showPassword(request, reply, password)
  })
}
