import { isIP } from 'node:net'
import { isSecureAddress } from '@night-routine/service'

/** Why browsers make no passkeys at an address; null: they do. */
export function passkeyProblemAt(address: string) {
  const page = new URL(address)
  if (!isSecureAddress(page)) return 'passkey.needsHttps' as const
  return isIP(page.hostname.replaceAll(/[[\]]/g, '')) === 0 ? null : ('passkey.needsName' as const)
}
