/** A server that asks for more than a day would stop everything for good. */
const longestWait = 86_400

/** Seconds to wait from now on, from either form of a Retry-After header (RFC 9110, 10.2.3); null if it says none. */
export function readRetryAfter(header: string | null | undefined, now = Temporal.Now.instant()) {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - now.epochMilliseconds) / 1000
  return Number.isNaN(seconds) ? null : Math.min(longestWait, Math.max(0, Math.ceil(seconds)))
}
