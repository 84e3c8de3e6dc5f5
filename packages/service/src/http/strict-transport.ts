/**
 * The header that keeps browsers on https (RFC 6797). It holds for every port of the host name, so it is short and
 * without the names below, unless the operator says that all of them have https.
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
