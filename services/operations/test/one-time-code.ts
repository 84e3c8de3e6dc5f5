import { createHmac } from 'node:crypto'

/** The secret of an authenticator app: the one of the examples in RFC 6238, in base32. */
export const appSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** What the app shows (RFC 6238). */
export function codeAt(now: Temporal.Instant): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now.epochMilliseconds / 30_000)))
  const digest = createHmac('sha1', '12345678901234567890').update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff
  return `${number % 1_000_000}`.padStart(6, '0')
}
