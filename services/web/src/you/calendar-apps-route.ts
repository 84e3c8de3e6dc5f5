import { createAccessToken, mostAccessTokens } from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import { newAppPassword, appPasswordHash } from '../plugins/session.ts'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { qrCode } from '../plugins/qr-code.ts'
import { signedIn } from '../plugins/sessions.ts'
import { recordChange } from '../sign-in/record-change.ts'
import { secretPage } from '../sign-in/shown-once.ts'

/** Makes passwords for calendar apps. They are revoked like the tokens of programs. */
export default async function calendarApps(service: WebService, context: WebContext) {
  const { config, publicUrl } = context
  if (config.CALENDAR !== 'own') return

  const showPassword = secretPage<string>(service, context, {
    path: '/you/calendar-apps',
    back: '/you#calendar-apps',
    show(password, request, reply) {
      const { email } = signedIn(request).session
      const { say } = request.wording
      const { host, protocol, href } = new URL('/dav/', publicUrl)
      const account = `${encodeURIComponent(email)}:${password}`
      const apple = protocol === 'https:' ? undefined : say('calendarApps.appleHttps')
      // DAVx5 opens it with everything filled in.
      const scan = `${protocol === 'https:' ? 'caldavs' : 'caldav'}://${account}@${host}/dav/`
      const apps = [
        ['iphone', apple ?? say('calendarApps.iphoneHow', { host })],
        ['mac', apple ?? say('calendarApps.macHow', { host })],
        ['android', say('calendarApps.androidHow', { address: href })],
        ['thunderbird', say('calendarApps.thunderbirdHow', { address: href })],
      ] as const
      const view = {
        title: say('calendarApps.newTitle'),
        fields: [
          { id: 'server', label: say('calendarApps.server'), value: href },
          { id: 'user', label: say('calendarApps.user'), value: email },
          { id: 'password', label: say('calendarApps.password'), value: password },
        ],
        apps: apps.map(([app, how]) => ({ title: say(`calendarApps.${app}`), how })),
        qr: qrCode(scan),
      }
      return reply.page('you/new-app-password.hbs', view)
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
