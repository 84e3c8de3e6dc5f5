import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sessionDays, type Session } from '@night-routine/database/people'

const touchEveryHours = 1

type Times = Pick<Session, 'createdAt' | 'lastSeenAt'>

/** Whether the session is valid: used in the last 30 days, started in the last 180 (ASVS 5.0 7.3). */
export function isAlive({ createdAt, lastSeenAt }: Times, now: Temporal.Instant): boolean {
  const { idle, absolute } = sessionDays
  return hours(lastSeenAt, now) < idle * 24 && hours(createdAt, now) < absolute * 24
}

/** Whether to record the use of a session or share link; once an hour is enough. */
export function isStale(lastUsedAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return lastUsedAt === null || hours(lastUsedAt, now) >= touchEveryHours
}

function hours(from: Temporal.Instant, to: Temporal.Instant) {
  return (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
}

/** A new token of a session or share link: 32 random bytes, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored digest of a token, in hex. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether a text can be a token; others are not worth a query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What every access token starts with, so that programs that look for leaked secrets know it. */
export const accessTokenPrefix = 'nr_'

/** A new access token of a program. */
export function newAccessToken(): string {
  return `${accessTokenPrefix}${newToken()}`
}

/** The session token of a `Cookie` header. Two cookies with that name mean that one was planted: they count as none. */
export function sessionTokenIn(cookieHeader: string | undefined, name = 'session') {
  const values = (cookieHeader ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1))
  const [token] = values
  return values.length === 1 && token !== undefined && isToken(token) ? token : undefined
}

/** Letters and digits that look different from each other on a phone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of a calendar app, which people may have to type: sixteen characters, 79 bits. */
export function newAppPassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replaceAll(/(.{4})(?!$)/g, '$1-')
}

/** Its stored digest, however it was typed. */
export function appPasswordHash(password: string): string {
  return tokenHash(password.toLowerCase().replaceAll(/[\s-]/g, ''))
}
