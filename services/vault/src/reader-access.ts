import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  deriveKeys,
  forgetAttempts,
  type Site,
  type TokenKeys,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { isPassword } from './credentials.ts'
import { beginCounted, type SignInPlaces } from './sign-in-limits.ts'

/** A site with a password for readers. */
export type LockedSite = Site & { passwordHash: string }

/** Whether readers of a site need a password. */
export function isLocked(site: Site): site is LockedSite {
  return site.passwordHash !== null
}

/** The minimum and maximum length of a site password. */
export const sitePasswordLengths = { shortest: 8, longest: 200 }

/** The number of remembered correct passwords. */
const mostKnown = 1_000

/**
 * Checks site passwords. Failures slow down one network at one site, as at the sign-in. A correct password is
 * remembered for its network, by a digest that only this process can compute, because calendar apps send the
 * password each time.
 */
export function checkSitePasswords(host: {
  db: VaultDatabase
  clock: Clock
  places: SignInPlaces
}) {
  const key = randomBytes(32)
  const known = new Set<string>()

  /**
   * Checks a site password that was entered in this network.
   * @throws Failure after too many failed attempts, or if too many people try at once
   */
  return async (
    site: LockedSite,
    { password, from }: { password: string; from: string },
  ): Promise<boolean> => {
    if (password.length > sitePasswordLengths.longest) return false
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([site.id, site.passwordHash, from, password]))
      .digest('base64url')
    if (known.has(digest)) return true
    const isRight = await host.places.run(from, async () => {
      const attempts = hash('sha256', `site ${site.id}\n${from}`)
      await beginCounted(host, attempts)
      if (!(await isPassword(password, site.passwordHash))) return false
      await forgetAttempts(host.db, attempts)
      return true
    })
    if (isRight && known.size >= mostKnown) known.clear()
    if (isRight) known.add(digest)
    return isRight
  }
}

const name = 'reader'
const days = 30

/**
 * Signed cookies for browsers in which a reader entered the password of a site. Nothing is stored for a
 * reader: the cookie is a time, signed together with the site and its password hash. A new password
 * invalidates all cookies.
 */
export function readerCookies(secretKeys: TokenKeys) {
  const keys = deriveKeys(secretKeys, 'cookies of readers of a site')

  function counts(value: string, site: LockedSite, now: Temporal.Instant): boolean {
    const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
    if (until === '' || Number(until) * 1000 <= now.epochMilliseconds) return false
    return keys.some(key =>
      timingSafeEqual(Buffer.from(signed(key, site, until)), Buffer.from(signature)),
    )
  }

  return {
    /** The Set-Cookie header for the pages below `path`. */
    issue(
      site: LockedSite,
      now: Temporal.Instant,
      { path, secure }: { path: string; secure: boolean },
    ): string {
      const until = String(Math.floor(now.epochMilliseconds / 1000) + days * 86_400)
      const attributes = `Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax`
      const value = `${until}.${signed(keys[0], site, until)}`
      return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`
    },

    /** Whether a request has a valid cookie for this site. */
    isIn(header: string | undefined, site: LockedSite, now: Temporal.Instant): boolean {
      return (header ?? '')
        .split(/; */)
        .filter(one => one.startsWith(`${name}=`))
        .some(one => counts(one.slice(name.length + 1), site, now))
    },
  }
}

function signed(key: Buffer, { id, passwordHash }: LockedSite, until: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, hash('sha256', passwordHash), until]))
    .digest('base64url')
}
