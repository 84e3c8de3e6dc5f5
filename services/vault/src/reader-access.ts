import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  attemptKey,
  countAttempt,
  isPassword,
  type AttemptHost,
  type SignInPlaces,
} from '@night-routine/credentials'
import { deriveKeys, type TokenKeys } from '@night-routine/database/connection'
import type { Site } from '@night-routine/database/vault'
import { Failure } from './failures.ts'

export type LockedSite = Site & { passwordHash: string }

export function isLocked(site: Site): site is LockedSite {
  return site.passwordHash !== null
}

export const sitePasswordLengths = { shortest: 8, longest: 200 }

const mostKnown = 1_000

const cookie = 'reader'
const cookieSeconds = 30 * 86_400

export function readerAccess(signIns: AttemptHost & { places: SignInPlaces }, keys: TokenKeys) {
  const { store, clock, places } = signIns
  const digestKey = randomBytes(32)
  const known = new Set<string>()
  const cookieKeys = deriveKeys(keys, 'cookies of readers of a site')

  function isValid(value: string, site: LockedSite): boolean {
    const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
    if (until === '' || Number(until) * 1000 <= clock.now().epochMilliseconds) return false
    return cookieKeys.some(key =>
      timingSafeEqual(Buffer.from(sign(key, site, until)), Buffer.from(signature)),
    )
  }

  return {
    /**
     * Checks a password that was entered in the network `from`. A right one is remembered by a digest that only this
     * process can compute, because calendar apps send it each time. @throws Failure after too many attempts
     */
    async checkPassword(site: LockedSite, password: string, from: string): Promise<boolean> {
      if (password.length > sitePasswordLengths.longest) return false
      const digest = digestOf(digestKey, [site.id, site.passwordHash, from, password])
      if (known.has(digest)) return true
      const isRight = await places.run(from, async () => {
        const attempts = attemptKey(signIns, 'site', site.id, from)
        const retryAfter = await countAttempt(signIns, attempts)
        if (retryAfter > 0) throw new Failure('RATE_LIMITED', { retryAfter })
        if (!(await isPassword(password, site.passwordHash))) return false
        await store.forgetAttempts(attempts)
        return true
      })
      if (isRight && known.size >= mostKnown) known.clear()
      if (isRight) known.add(digest)
      return isRight
    },

    /** A Set-Cookie header: a time, signed with site and password hash, so that a new password invalidates it. */
    issueCookie(site: LockedSite, { path, secure }: { path: string; secure: boolean }): string {
      const now = Math.floor(clock.now().epochMilliseconds / 1000)
      const until = String(now + cookieSeconds)
      const attributes = `Path=${path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`
      const value = `${until}.${sign(cookieKeys[0], site, until)}`
      return `${cookie}=${value}; ${attributes}${secure ? '; Secure' : ''}`
    },

    hasCookie(header: string | undefined, site: LockedSite): boolean {
      return (header ?? '')
        .split(/; */)
        .filter(one => one.startsWith(`${cookie}=`))
        .some(one => isValid(one.slice(cookie.length + 1), site))
    },
  }
}

function sign(key: Buffer, { id, passwordHash }: LockedSite, until: string): string {
  return digestOf(key, [id, hash('sha256', passwordHash), until])
}

function digestOf(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
