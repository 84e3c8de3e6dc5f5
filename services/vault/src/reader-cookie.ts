import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type Site, type TokenKeys } from '@night-routine/database/vault'

/** A site with a password for readers. */
export type LockedSite = Site & { passwordHash: string }

const name = 'reader'
const days = 30

/** Signed cookies for browsers in which a reader entered the password of a site. */
export interface ReaderCookies {
  /** The Set-Cookie header for the pages below `path`. */
  issue(site: LockedSite, now: Temporal.Instant, at: { path: string; secure: boolean }): string
  /** Whether a request has a valid cookie for this site. */
  isIn(header: string | undefined, site: LockedSite, now: Temporal.Instant): boolean
}

/**
 * Nothing is stored for a reader: the cookie is a time, signed together with the site and its
 * password hash. A new password invalidates all cookies.
 */
export function readerCookies(secretKeys: TokenKeys): ReaderCookies {
  const keys = deriveKeys(secretKeys, 'cookies of readers of a site')

  function counts(value: string, site: LockedSite, now: Temporal.Instant): boolean {
    const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
    if (until === '' || Number(until) * 1000 <= now.epochMilliseconds) return false
    return keys.some(key =>
      timingSafeEqual(Buffer.from(signed(key, site, until)), Buffer.from(signature)),
    )
  }

  return {
    issue: (site, now, { path, secure }) => {
      const until = String(Math.floor(now.epochMilliseconds / 1000) + days * 86_400)
      const attributes = `Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax`
      const value = `${until}.${signed(keys[0], site, until)}`
      return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`
    },
    isIn: (header = '', site, now) =>
      header
        .split(/; */)
        .filter(one => one.startsWith(`${name}=`))
        .some(one => counts(one.slice(name.length + 1), site, now)),
  }
}

function signed(key: Buffer, { id, passwordHash }: LockedSite, until: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, hash('sha256', passwordHash), until]))
    .digest('base64url')
}
