import { posix } from 'node:path'
import type { Config } from './config.ts'

/** Where and how a request is passed on, as in infra/caddy/Caddyfile. */
export interface Way {
  readonly name: 'web' | 'webhook-ingest' | 'vault'
  readonly upstream: string
  /** The limit of a body, in bytes. */
  readonly mostBytes: number
  /** Whether requests wait while the service is not up. */
  readonly waits: boolean
}

/** The way of a path. Like Caddy, it matches the decoded, normalized, lower-case path, and passes it on unchanged. */
export function ways(config: Pick<Config, 'WEB_URL' | 'WEBHOOK_INGEST_URL' | 'VAULT_URL'>) {
  const notifications: Way = {
    name: 'webhook-ingest',
    upstream: config.WEBHOOK_INGEST_URL,
    mostBytes: 65_536,
    waits: true,
  }
  const published: Way = {
    name: 'vault',
    upstream: config.VAULT_URL,
    mostBytes: Infinity,
    waits: false,
  }
  const web: Way = { name: 'web', upstream: config.WEB_URL, mostBytes: 1_000_000, waits: true }

  return (url: string): Way => {
    const path = matched(url)
    if (/^\/api\/webhook(\/|$)/.test(path)) return notifications
    return /^\/(s|-)\//.test(path) ? published : web
  }
}

function matched(url: string): string {
  const [path = '/'] = url.split('?', 1)
  try {
    return posix.normalize(decodeURIComponent(path)).toLowerCase()
  } catch {
    return path
  }
}
