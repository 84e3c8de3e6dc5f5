import type { CookieSerializeOptions } from '@fastify/cookie'
import { sessionDays } from '@night-routine/database/people'

/**
 * The attributes of every cookie. Lax, not Strict: the provider sends the browser back from another site. `Secure` needs
 * https, which a local trial does not have.
 */
export function cookieAttributes(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}

/** The name of a cookie of the whole site: on https, no other host of the domain can set it (RFC 6265bis, 4.1.3.2). */
export function cookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** What the `session` cookie has besides. */
export const sessionCookie = { maxAge: sessionDays.absolute * 86_400 }

export const signInMinutes = 10

/**
 * Each sign-in attempt has its own cookie, so that two tabs can both finish. There are only so many names: servers
 * refuse a request with too many cookies, however a browser came by them.
 */
export function signInCookieNames(publicUrl: string): string[] {
  return [0, 1, 2, 3, 4].map(slot => cookieName(`oauth_tx_${slot}`, publicUrl))
}

/** Of the cookies that bind a sign-in to this browser. The next attempt has to see them. */
export const signInCookie = { maxAge: signInMinutes * 60 }

/**
 * Of the `arriving` cookie, which sends the first visit after a sign-in on to the start page. It needs no signature,
 * because that is all it can do.
 */
export const arrivingCookie = { path: '/calendars', maxAge: 60 }

/** Of the `set_up` cookie, with which a confirmed person opens the settings of the installation. */
export const setUpCookie = { sameSite: 'strict', path: '/set-up', maxAge: 3600 } as const

export const shownOnceMinutes = 10

/** Of the `shown_once` cookies. Each holds the secret of one page, sealed. */
export const shownOnceCookie = { sameSite: 'strict', maxAge: shownOnceMinutes * 60 } as const

/** Of the `notice` cookie, which holds the flash. */
export const flashCookie = { maxAge: 60 }
