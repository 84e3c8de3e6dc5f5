/** The longest wait, also for a server that asks for more. */
const longestWait = 86_400

/** Seconds to wait, from either form of a Retry-After header. */
export function retryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(0, Math.ceil(seconds))) : null
}
