import type { Config } from './config.ts'

const path = '/api/webhook/calendar'

/**
 * Where the provider can send notifications; null when nowhere, and the calendar is polled. The
 * provider calls public https addresses only; the emulator on this machine also what runs beside it.
 */
export function webhookAddress(
  config: Pick<Config, 'PUBLIC_URL' | 'WEBHOOK_URL' | 'GOOGLE_API_ROOT_URL'>,
): string | null {
  const address = new URL(config.WEBHOOK_URL ?? path, config.PUBLIC_URL)
  const api = config.GOOGLE_API_ROOT_URL
  const reachable = isLoopback(address)
    ? api !== undefined && isLoopback(new URL(api))
    : address.protocol === 'https:'
  return reachable ? address.href : null
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
