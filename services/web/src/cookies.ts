import type { CookieSerializeOptions } from '@fastify/cookie'
import { sessionDays } from '@night-routine/database'

const day = 86_400

/**
 * Lax, not Strict: the provider sends the browser back from another site. `Secure` needs https,
 * which a household that tries this on its own machine does not have.
 */
function attributes(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }
}

/** Of the cookie `session`: who is signed in. */
export function sessionCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: sessionDays.absolute * day }
}

export const signInMinutes = 10

/** Each sign-in that a browser begins has its own cookie, so that two tabs can both finish theirs. */
export function signInCookieName(state: string): string {
  return `oauth_tx_${state.replaceAll(/[^\w-]/g, '').slice(0, 16)}`
}

/** Of the cookie of one sign-in: this browser has begun it. */
export function signInCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), path: '/oauth/callback', maxAge: signInMinutes * 60 }
}

/** Of the cookie `notice`: what the next page has to say. */
export function noticeCookie(publicUrl: string): CookieSerializeOptions {
  return { ...attributes(publicUrl), maxAge: 60 }
}
