import { readRetryAfter } from '@night-routine/service'
import { ResponseBodyError } from 'openid-client'
import { CalendarError } from '../errors.ts'
import { detailOf, isTimeout, refusesClient, responseOf } from '../openid/classify.ts'

/** Why a refresh failed. When the grant was revoked, only a person can give a new one. */
export function classifyRefresh(error: unknown): CalendarError {
  const detail = detailOf(error)
  const response = responseOf(error)
  const retryAfterSeconds = readRetryAfter(response?.headers.get('retry-after'))
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return new CalendarError('unauthorized', { detail })
  if (response?.status === 429)
    return new CalendarError('rate-limited', { detail, retryAfterSeconds })
  if (refusesClient(error)) return new CalendarError('client-refused', { detail })
  if (error instanceof ResponseBodyError) return new CalendarError('request-refused', { detail })
  if (isTimeout(error)) return new CalendarError('timeout')
  return new CalendarError('unavailable', { detail, retryAfterSeconds })
}
