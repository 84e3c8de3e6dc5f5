import type { calendar_v3 } from '@googleapis/calendar'
import { waits } from '@night-routine/service'
import { CalendarError, isCalendarError } from '../errors.ts'
import type { AccessToken } from '../port.ts'
import { classify } from './classify.ts'

export interface GoogleOptions {
  /** Only its origin is used. Google's by default. */
  apiRootUrl?: string | undefined
  accessToken: AccessToken
  /** For the whole response; `waits.providerAnswerMs` by default. */
  timeoutMs?: number | undefined
}

/** One call of Google's client with these headers. */
type Call<Body> = (
  api: calendar_v3.Calendar,
  headers: Record<string, string>,
) => Promise<{ status: number; data: Body }>

/** Makes a call and returns the body of the response, or throws a CalendarError. */
export type Request = <Body>(call: Call<Body>) => Promise<Body>

/** Makes calls to Google Calendar. After a 401 it asks for another token, once; it retries nothing else. */
export function createRequest({ accessToken, ...options }: GoogleOptions): Request {
  let api: Promise<calendar_v3.Calendar> | undefined

  const attempt = async <Body>(call: Call<Body>, token: string): Promise<Body> => {
    try {
      api ??= loadApi(options)
      const { status, data } = await call(await api, { Authorization: `Bearer ${token}` })
      if (status === 204 || (typeof data === 'object' && data !== null)) return data
    } catch (error) {
      throw classify(error)
    }
    throw new CalendarError('unavailable', { detail: 'an answer that is not JSON' })
  }

  return async call => {
    const token = await accessToken()
    try {
      return await attempt(call, token)
    } catch (error) {
      if (!isCalendarError(error, 'unauthorized')) throw error
    }
    return attempt(call, await accessToken({ afterUnauthorized: token }))
  }
}

async function loadApi(options: Omit<GoogleOptions, 'accessToken'>) {
  const { apiRootUrl, timeoutMs = waits.providerAnswerMs } = options
  const { calendar } = await import('@googleapis/calendar')
  return calendar({
    version: 'v3',
    // Retries belong to the job: Google's client ignores Retry-After and has no jitter.
    retry: false,
    timeout: timeoutMs,
    redirect: 'manual',
    // Node's fetch keeps connections open, which halves the time of a call.
    fetchImplementation: fetch,
    ...(apiRootUrl === undefined ? {} : { rootUrl: apiRootUrl }),
  })
}
