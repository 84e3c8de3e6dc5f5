import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/**
 * The same strict headers on every answer (ASVS 5.0 3.4). They are set when an answer leaves, not
 * when a request comes: errors that other hooks throw early have them, too. Nothing is stored on the
 * way unless a route says so, and transport security is promised only where the address has it.
 */
export function securityHeaders(service: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  const headers = {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Not `no-referrer`: browsers would then send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
  service.addHook('onSend', async (_request, reply) => {
    void reply.headers(headers)
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}
