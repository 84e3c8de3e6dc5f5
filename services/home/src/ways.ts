import { posix } from 'node:path'

/** The service that answers a path, as infra/caddy/Caddyfile has it: by the decoded, normalized, lower-case path. */
export function serviceFor(url: string): 'web' | 'webhook-ingest' | 'vault' {
  const path = matched(url)
  if (/^\/api\/webhook(\/|$)/.test(path)) return 'webhook-ingest'
  return /^\/(s|-)\//.test(path) ? 'vault' : 'web'
}

function matched(url: string): string {
  const [path = '/'] = url.split('?', 1)
  try {
    return posix.normalize(decodeURIComponent(path)).toLowerCase()
  } catch {
    return path
  }
}
