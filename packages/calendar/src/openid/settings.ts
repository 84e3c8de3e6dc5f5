import { setting, type SettingToCheck } from '@night-routine/service'
import { settingsReader } from '../provider.ts'

const { flag, optional, text } = setting

/** Our client at an OpenID provider. */
export const openidSettings = {
  OIDC_ISSUER: text(
    'endpoint',
    'The provider, as it writes its own address; .well-known/openid-configuration is below.',
    { fault: unsafeIssuer },
  ),
  OIDC_CLIENT_ID: text('text', 'Our client id there.'),
  OIDC_CLIENT_SECRET: text('text', 'Its secret.', { secret: true }),
  OIDC_NAME: optional('name', 'The provider in “Sign in with …”; unset: its host.'),
  OIDC_TRUST_EMAIL: flag(
    'Accepts unverified addresses. Only where an administrator sets each address there.',
  ),
}

/** @throws TypeError when one is missing */
export const readOpenidSettings = settingsReader(openidSettings, 'the OpenID provider')

function unsafeIssuer({ value, production }: SettingToCheck): string | undefined {
  if (!production || new URL(String(value)).protocol === 'https:') return undefined
  return 'OIDC_ISSUER: in production it must start with https://, because it says who may enter.'
}
