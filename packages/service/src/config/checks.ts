import type { SettingValue } from './setting.ts'

const endpoints = [
  'GOOGLE_API_ROOT_URL',
  'GOOGLE_OAUTH_AUTH_URL',
  'GOOGLE_OAUTH_TOKEN_URL',
  'GOOGLE_OAUTH_REVOKE_URL',
  'GOOGLE_OAUTH_JWKS_URL',
  'GOOGLE_OAUTH_ISSUER',
]

/** The settings that could be read; a service has only some of them. */
type Settings = Readonly<Record<string, SettingValue>>

/** Checks settings that depend on each other; returns one sentence per fault. */
export function checkTogether({ PARENT_A, PARENT_B }: Settings): string[] {
  if (typeof PARENT_A !== 'string' || typeof PARENT_B !== 'string') return []
  if (PARENT_A.toLowerCase() !== PARENT_B.toLowerCase()) return []
  return ['PARENT_A and PARENT_B are the same name. Give each parent a different name.']
}

/** Checks what is unsafe in production; returns one sentence per fault. */
export function checkProduction(settings: Settings): string[] {
  return [...checkAddress(settings), ...checkAllowList(settings), ...checkProvider(settings)]
}

function checkAddress({ PUBLIC_URL }: Settings): string[] {
  if (typeof PUBLIC_URL !== 'string' || PUBLIC_URL.startsWith('https://')) return []
  return [`PUBLIC_URL: in production it must start with https://, and ${PUBLIC_URL} does not.`]
}

function checkAllowList({ ALLOWED_EMAILS }: Settings): string[] {
  if (!Array.isArray(ALLOWED_EMAILS) || ALLOWED_EMAILS.length > 0) return []
  return [
    'ALLOWED_EMAILS is empty, so no one can sign in. List the e-mail addresses of the parents.',
  ]
}

function checkProvider(settings: Settings): string[] {
  if (settings['ALLOW_OTHER_PROVIDER'] === true) return []
  return endpoints.flatMap(name => {
    const address = settings[name]
    if (typeof address !== 'string' || isGoogle(address)) return []
    return `${name}: ${address} is not Google. Unset it, or set ALLOW_OTHER_PROVIDER=true if you mean it.`
  })
}

function isGoogle(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && /(^|\.)(google|googleapis)\.com$/.test(hostname)
}
