import { posix } from 'node:path'

/** The service that answers a path, as infra/caddy/Caddyfile has it: by the decoded, normalized, lower-case path. */
export function serviceFor(url: string): 'web' | 'webhook-ingest' | 'vault' {
  const path = matched(url)
  if (/^\/api\/webhook(\/|$)/.test(path)) return 'webhook-ingest'
  return /^\/(?:(?:s|-)\/|robots\.txt$)/.test(path) ? 'vault' : 'web'
}

function matched(url: string): string {
  // A client may send the whole address (RFC 9112, section 3.2.2).
  const [path = '/'] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)
  try {
    return posix.normalize(decodeURIComponent(path)).toLowerCase()
  } catch {
    return path
  }
}
