/** What we need of an error response. */
export interface Answer {
  status: number
  /** Google's machine-readable reason, e.g. `rateLimitExceeded`; or empty. */
  reason: string
  retryAfterSeconds: number | null
}

/** The response that an error of the Google client carries; null when none arrived. */
export function answerOf(error: unknown): Answer | null {
  if (!isRecord(error) || !isRecord(error.response)) return null
  const { status, headers, data } = error.response
  if (typeof status !== 'number') return null
  return {
    status,
    reason: reasonIn(data),
    retryAfterSeconds: headers instanceof Headers ? retryAfter(headers.get('retry-after')) : null,
  }
}

/** Whether the request timed out, as opposed to a broken connection. */
export function timedOut(error: unknown): boolean {
  return isRecord(error) && error.code === 'TimeoutError'
}

/** The error code, e.g. `ECONNRESET`. The client's messages contain calendar ids, so we don't use them. */
export function codeOf(error: unknown): string {
  if (!isRecord(error)) return ''
  return typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

/** Seconds to wait, from either form of a Retry-After header. */
export function retryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

function reasonIn(data: unknown): string {
  if (!isRecord(data) || !isRecord(data.error)) return ''
  const { errors } = data.error
  const first: unknown = Array.isArray(errors) ? errors[0] : null
  return isRecord(first) && typeof first.reason === 'string' ? first.reason : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
