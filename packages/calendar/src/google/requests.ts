import type { calendar_v3 } from '@googleapis/calendar'
import { CalendarError } from '../errors.ts'
import type { AccessToken } from '../port.ts'
import { classify } from './classify.ts'

export interface GoogleOptions {
  /** Only its origin counts. Unset: Google. */
  apiRootUrl?: string | undefined
  accessToken: AccessToken
  /** For a whole answer. Unset: 10 seconds. */
  timeoutMs?: number | undefined
}

/** One call of Google's client, made with these headers. */
type Call<Body> = (
  api: calendar_v3.Calendar,
  headers: Record<string, string>,
) => Promise<{ status: number; data: Body }>

/** Makes a call and gives the body of its answer, or throws a CalendarError. */
export type Request = <Body>(call: Call<Body>) => Promise<Body>

/** Calls to Google Calendar. A refused token is asked for again, once; nothing else is repeated. */
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
      if (!(error instanceof CalendarError) || error.reason !== 'unauthorized') throw error
    }
    return attempt(call, await accessToken({ afterUnauthorized: token }))
  }
}

async function loadApi({ apiRootUrl, timeoutMs = 10_000 }: Omit<GoogleOptions, 'accessToken'>) {
  const { calendar } = await import('@googleapis/calendar')
  return calendar({
    version: 'v3',
    // The job that asked repeats: Google's client ignores Retry-After and knows no jitter.
    retry: false,
    timeout: timeoutMs,
    redirect: 'manual',
    // Node's own keeps connections open: half the time of the client's, measured.
    fetchImplementation: fetch,
    ...(apiRootUrl === undefined ? {} : { rootUrl: apiRootUrl }),
  })
}
