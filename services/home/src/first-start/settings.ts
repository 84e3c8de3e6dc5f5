import type { Environment } from '@night-routine/service'

/** The settings that a person can enter, in the order of the page. */
export const enteredNames = [
  'PUBLIC_URL',
  'CALENDAR',
  'CALDAV_URL',
  'CALDAV_USERNAME',
  'CALDAV_PASSWORD',
  'CALDAV_ALLOW_PLAIN_HTTP',
  'SIGN_IN',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'ALLOWED_EMAILS',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const

export type EnteredName = (typeof enteredNames)[number]

/** Values by name; a name without one is missing or empty. */
export type Entered = Partial<Record<EnteredName, string>>

/** Each secret, and the settings that say where it is sent: for another place it has to be entered again. */
export const secrets = new Map<EnteredName, readonly EnteredName[]>([
  ['CALDAV_PASSWORD', ['CALDAV_URL', 'CALDAV_USERNAME']],
  ['OIDC_CLIENT_SECRET', ['OIDC_ISSUER', 'OIDC_CLIENT_ID']],
  ['GOOGLE_CLIENT_SECRET', ['GOOGLE_CLIENT_ID']],
  ['SMTP_URL', []],
])

/** What fits a family that has chosen nothing. */
export const usualSettings: Entered = { CALENDAR: 'own', SIGN_IN: 'accounts' }

/** Whether a household starts on one page with these: nothing outside is asked, and no one else knows its people. */
export function startsHere({ CALENDAR, SIGN_IN }: Environment): boolean {
  return CALENDAR === usualSettings.CALENDAR && SIGN_IN === usualSettings.SIGN_IN
}

/** Without these, no one can have meant what would run. */
export const explicitNames = ['PUBLIC_URL', 'CALENDAR', 'SIGN_IN'] as const

/** An empty value does not count. */
export function isSet(settings: Environment, name: string): boolean {
  return (settings[name]?.trim() ?? '') !== ''
}

/** Whether the environment sets it, also by a file. */
export function isInEnvironment(env: Environment, name: string): boolean {
  return isSet(env, name) || isSet(env, `${name}_FILE`)
}

export function isEnteredName(name: string): name is EnteredName {
  return enteredNames.some(one => one === name)
}

/** The settings that count: the environment, and what it leaves open as a person entered it. */
export function effectiveSettings(env: Environment, entered: Entered): Environment {
  const open = Object.entries(entered).filter(([name]) => !isInEnvironment(env, name))
  return { ...env, ...Object.fromEntries(open) }
}

/** Which settings belong to these choices; the others are neither shown nor stored. */
export function belongs(name: EnteredName, settings: Environment): boolean {
  const { CALENDAR, SIGN_IN } = settings
  if (name.startsWith('CALDAV_')) return CALENDAR === 'caldav'
  if (name.startsWith('OIDC_')) return SIGN_IN === 'oidc'
  if (name.startsWith('GOOGLE_')) return SIGN_IN === 'google'
  // Accounts need no list, and they may be what is chosen next.
  return name !== 'ALLOWED_EMAILS' || (isSet(settings, 'SIGN_IN') && SIGN_IN !== 'accounts')
}
