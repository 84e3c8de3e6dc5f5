const path = '/api/webhook/calendar'

/**
 * Where the provider can send notifications; null when it cannot reach us and the calendar is polled. Google
 * calls public https addresses only. The emulator on this machine also calls loopback addresses.
 */
export function webhookAddress(config: {
  PUBLIC_URL: string
  WEBHOOK_URL?: string
  GOOGLE_API_ROOT_URL?: string
}): string | null {
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
