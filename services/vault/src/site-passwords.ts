import { createHmac, hash, randomBytes } from 'node:crypto'
import { forgetAttempts, type VaultDatabase } from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { begin } from './attempts.ts'
import { isPassword } from './passwords.ts'
import type { LockedSite } from './reader-cookie.ts'
import type { SignInPlaces } from './sign-in-places.ts'

/** The minimum and maximum length of a site password. */
export const sitePasswordLengths = { shortest: 8, longest: 200 }

/**
 * Checks a site password that was entered in this network.
 * @throws Failure after too many failed attempts, or if too many people try at once
 */
export type CheckSitePassword = (
  site: LockedSite,
  given: { password: string; from: string },
) => Promise<boolean>

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
}): CheckSitePassword {
  const key = randomBytes(32)
  const known = new Set<string>()
  return async (site, { password, from }) => {
    if (password.length > sitePasswordLengths.longest) return false
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([site.id, site.passwordHash, from, password]))
      .digest('base64url')
    if (known.has(digest)) return true
    const isRight = await host.places.run(from, async () => {
      const attempts = hash('sha256', `site ${site.id}\n${from}`)
      await begin(host, attempts)
      if (!(await isPassword(password, site.passwordHash))) return false
      await forgetAttempts(host.db, attempts)
      return true
    })
    if (isRight && known.size >= mostKnown) known.clear()
    if (isRight) known.add(digest)
    return isRight
  }
}
