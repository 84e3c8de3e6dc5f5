import { Secret, TOTP } from 'otpauth'

const periodS = 30

function codesOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), period: periodS })
}

/** A new secret, and the address with which an authenticator app shows it as `email` at `issuer`. */
export function newOneTimeSecret(issuer: string, email: string): { secret: string; url: string } {
  const secret = new Secret().base32
  return { secret, url: codesOf(secret, { issuer, label: email }).toString() }
}

/** The time step of a code, at most one early or late; undefined for a wrong code. The caller uses a step only once. */
export function stepOfCode(secret: string, code: string, now: Temporal.Instant) {
  const token = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now.epochMilliseconds
  const delta = codesOf(secret).validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodS) + delta
}
