/** What a Retry-After header asks for, in milliseconds from `now`; null where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
