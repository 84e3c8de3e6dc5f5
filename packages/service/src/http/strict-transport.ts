/** The header that keeps browsers on https (RFC 6797). It holds for all ports of the name, so it is short. */
export function strictTransport(config: {
  PUBLIC_URL: string
  HSTS?: string
}): Record<string, string> {
  const { PUBLIC_URL, HSTS = 'max-age=86400' } = config
  return PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}
}
