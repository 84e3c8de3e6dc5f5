import { Secret, TOTP } from 'otpauth'

const issuer = 'Night Routine vault'
const periodS = 30

function codesOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodS })
}

/** A secret for an authenticator app, and its otpauth URL. */
export function newOneTimeSecret(email: string): { secret: string; url: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, url: codesOf(secret, email).toString() }
}

/**
 * The time step of a code, undefined for a wrong one. One step early or late is accepted, because clocks
 * and people are slow. The caller makes sure that each step is used only once.
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: Temporal.Instant,
): number | undefined {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.epochMilliseconds
  const delta = codesOf(secret).validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodS) + delta
}
