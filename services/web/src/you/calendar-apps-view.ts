import type { Wording } from '@night-routine/wording'
import { qrCode } from '../plugins/qr-code.ts'

/** The page with a new password for a calendar app, and what to type where. */
export function newAppPasswordView({
  password,
  email,
  publicUrl,
  wording: { say },
}: {
  password: string
  email: string
  publicUrl: string
  wording: Pick<Wording, 'say'>
}) {
  const { host, protocol, href } = new URL('/dav/', publicUrl)
  const account = `${encodeURIComponent(email)}:${password}`
  const apple = protocol === 'https:' ? undefined : say('calendarApps.appleHttps')
  // DAVx5 opens it with everything filled in.
  const scan = `${protocol === 'https:' ? 'caldavs' : 'caldav'}://${account}@${host}/dav/`
  return {
    title: say('calendarApps.newTitle'),
    fields: [
      { id: 'server', label: say('calendarApps.server'), value: href },
      { id: 'user', label: say('calendarApps.user'), value: email },
      { id: 'password', label: say('calendarApps.password'), value: password },
    ],
    apps: [
      { title: say('calendarApps.iphone'), how: apple ?? say('calendarApps.iphoneHow', { host }) },
      { title: say('calendarApps.mac'), how: apple ?? say('calendarApps.macHow', { host }) },
      {
        title: say('calendarApps.android'),
        how: say('calendarApps.androidHow', { address: href }),
      },
      {
        title: say('calendarApps.thunderbird'),
        how: say('calendarApps.thunderbirdHow', { address: href }),
      },
    ],
    qr: qrCode(scan),
  }
}
