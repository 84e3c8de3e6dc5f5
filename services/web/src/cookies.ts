import type { CookieSerializeOptions } from '@fastify/cookie'
import { sessionDays } from '@night-routine/database'

const day = 86_400

/**
 * Lax, not Strict: the provider sends the browser back from another site. `Secure` needs https,
 * which a local trial does not have.
 */
function attributes(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}

/** Options of the `session` cookie. */
export function sessionCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: sessionDays.absolute * day }
}

export const signInMinutes = 10

/**
 * Each sign-in attempt has its own cookie, so that two tabs can both finish. There are only so many names: servers
 * refuse a request with too many cookies, however a browser came by them.
 */
export const signInCookieNames: readonly string[] = [0, 1, 2, 3, 4].map(slot => `oauth_tx_${slot}`)

/** Options of the cookie that binds a sign-in attempt to this browser. The next attempt has to see it. */
export function signInCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: signInMinutes * 60 }
}

/** Options of the cookie that says whose password or passkey this browser has shown, for the end of the sign-in. */
export function shownCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), path: '/oauth/callback', maxAge: signInMinutes * 60 }
}

/**
 * Options of the `arriving` cookie, which sends the first visit after a sign-in on to the start page. It needs no
 * signature, because that is all it can do.
 */
export function arrivingCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), path: '/calendars', maxAge: 60 }
}

/** Options of the `notice` cookie, which holds the flash. */
export function flashCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: 60 }
}
