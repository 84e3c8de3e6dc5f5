/**
 * The header that keeps browsers on https (RFC 6797). It holds for every port of the name, so by default it is short.
 */
export function strictTransport({
  PUBLIC_URL,
  HSTS = 'max-age=86400',
}: {
  PUBLIC_URL: string
  HSTS?: string
}): Record<string, string> {
  return PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}
}
