import type { CookieSerializeOptions } from '@fastify/cookie'
import { sessionDays } from '@night-routine/database/people'

const day = 86_400

/**
 * Lax, not Strict: the provider sends the browser back from another site. `Secure` needs https,
 * which a local trial does not have.
 */
function attributes(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}

/** The name of a cookie of the whole site: on https, no other host of the domain can set it (RFC 6265bis, 4.1.3.2). */
export function cookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
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
export function signInCookieNames(publicUrl: string): string[] {
  return [0, 1, 2, 3, 4].map(slot => cookieName(`oauth_tx_${slot}`, publicUrl))
}

/** Options of the cookies that bind a sign-in to this browser. The next attempt has to see them. */
export function signInCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: signInMinutes * 60 }
}

/**
 * Options of the `arriving` cookie, which sends the first visit after a sign-in on to the start page. It needs no
 * signature, because that is all it can do.
 */
export function arrivingCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), path: '/calendars', maxAge: 60 }
}

/** Options of the `set_up` cookie, with which a confirmed person opens the settings of the installation. */
export function setUpCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), sameSite: 'strict', path: '/set-up', maxAge: 3600 }
}

export const shownOnceMinutes = 10

/** Options of the `shown_once` cookies, each of which holds the secret of one page, sealed. */
export function shownOnceCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), sameSite: 'strict', maxAge: shownOnceMinutes * 60 }
}

/** Options of the `notice` cookie, which holds the flash. */
export function flashCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: 60 }
}
