import { createHmac, hash, randomBytes } from 'node:crypto'
import { forgetAttempts, type VaultDatabase } from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { begin } from './attempts.ts'
import { isPassword } from './passwords.ts'
import type { LockedSite } from './reader-cookie.ts'
import type { SignInPlaces } from './sign-in-places.ts'

/** The shortest and the longest password of a site. */
export const sitePasswordLengths = { shortest: 8, longest: 200 }

/**
 * Whether somebody in this network gave the password of a site.
 * @throws Failure where too many attempts have failed, or too many people ask at once
 */
export type CheckSitePassword = (
  site: LockedSite,
  given: { password: string; from: string },
) => Promise<boolean>

/** As many right answers are remembered. */
const mostKnown = 1_000

/**
 * Checks passwords of sites: failures slow down one network at one site, as at the sign-in. A right answer is
 * remembered for its network, by a digest that only this process can make: a calendar program sends the
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
