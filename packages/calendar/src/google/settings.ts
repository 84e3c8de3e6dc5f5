import { isSecureAddress, setting, type SettingToCheck } from '@night-routine/service'
import { settingsReader } from '../provider.ts'

const { flag, optional, text } = setting

const endpoint = (description: string) =>
  optional('endpoint', `${description}; unset: Google’s.`, { fault: unsafeEndpoint })

/** Our client at Google, and other addresses than Google's. */
export const googleSettings = {
  GOOGLE_CLIENT_ID: text('text', 'The OAuth client id.', { fault: unsafeRedirect }),
  GOOGLE_CLIENT_SECRET: text('text', 'The OAuth client secret.', { secret: true }),
  GOOGLE_API_ROOT_URL: endpoint('The root of the calendar API'),
  GOOGLE_OAUTH_AUTH_URL: endpoint('The consent page'),
  GOOGLE_OAUTH_TOKEN_URL: endpoint('The token endpoint'),
  GOOGLE_OAUTH_REVOKE_URL: endpoint('The revocation endpoint'),
  GOOGLE_OAUTH_JWKS_URL: endpoint('The keys that sign id tokens'),
  GOOGLE_OAUTH_ISSUER: endpoint('The issuer of id tokens'),
  ALLOW_OTHER_PROVIDER: flag('Lets production use addresses that are not Google’s.'),
}

/** @throws TypeError when one is missing */
export const readGoogleSettings = settingsReader(googleSettings, 'Google')

function unsafeEndpoint({ name, value, others, production }: SettingToCheck): string | undefined {
  if (!production || others['ALLOW_OTHER_PROVIDER'] === true || isGoogle(String(value)))
    return undefined
  return `${name}: ${String(value)} is not Google. Unset it, or set ALLOW_OTHER_PROVIDER=true if you mean it.`
}

/** Google sends people back to https only, except on their own machine. */
function unsafeRedirect({ others }: SettingToCheck): string | undefined {
  const { PUBLIC_URL, GOOGLE_OAUTH_AUTH_URL } = others
  if (typeof PUBLIC_URL !== 'string' || GOOGLE_OAUTH_AUTH_URL !== undefined) return undefined
  if (isSecureAddress(new URL(PUBLIC_URL))) return undefined
  return `PUBLIC_URL: Google works with https alone, and ${PUBLIC_URL} is not. Set an https:// address, or CALENDAR=caldav and SIGN_IN=accounts.`
}

function isGoogle(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && /(^|\.)(google|googleapis)\.com$/.test(hostname)
}
