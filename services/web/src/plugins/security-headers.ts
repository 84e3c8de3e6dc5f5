import { strictTransport } from '@night-routine/service'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/**
 * The same strict headers on every response (ASVS 5.0 3.4). Responses are not cached unless the route
 * allows it, and HSTS is sent only with an https address.
 */
export function securityHeaders(config: Parameters<typeof strictTransport>[0]) {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // No other site gets an address. With `no-referrer`, our own forms would come from `Origin: null`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...strictTransport(config),
  }
}
