import { isLoopback, setting, type SettingToCheck } from '@night-routine/service'
import { settingsReader } from '../provider.ts'

const { flag, optional, text } = setting

/** The account of the installation at a CalDAV server. */
export const caldavSettings = {
  CALDAV_URL: text('endpoint', 'The server, a principal, a calendar home or one calendar.', {
    fault: unsafeAddress,
  }),
  CALDAV_USERNAME: optional('text', 'The account whose calendars are used.', {
    fault: needs('CALDAV_PASSWORD'),
  }),
  CALDAV_PASSWORD: optional('text', 'Its password, mostly an app password.', {
    secret: true,
    fault: needs('CALDAV_USERNAME'),
  }),
  CALDAV_TOKEN: optional('text', 'A bearer token, instead of name and password.', {
    secret: true,
  }),
  CALDAV_ALLOW_PLAIN_HTTP: flag(
    'Sends the password over plain http, for a server in the same private network.',
  ),
}

/** @throws TypeError when one is missing */
export const readCalDavSettings = settingsReader(caldavSettings, 'the CalDAV server')

function needs(other: string) {
  return ({ name, others }: SettingToCheck) =>
    others[other] === undefined ? `${name} needs ${other}.` : undefined
}

function unsafeAddress({ value, others }: SettingToCheck): string | undefined {
  const url = new URL(String(value))
  if (url.username !== '' || url.password !== '')
    return 'CALDAV_URL must not hold a password. Set CALDAV_USERNAME and CALDAV_PASSWORD_FILE.'
  if (url.protocol === 'https:' || isLoopback(url)) return undefined
  if (others['CALDAV_ALLOW_PLAIN_HTTP'] === true) return undefined
  return 'CALDAV_URL starts with http://, so others on the network could read the password. Use https://, or set CALDAV_ALLOW_PLAIN_HTTP=true in a private network.'
}
