/** The provider's address and the caller's token: all that a conformance check needs. */
export interface ProviderUnderTest {
  /** Without a slash at the end: https://www.googleapis.com, or the emulator's origin. */
  apiRoot: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  accessToken: string
  calendarId: string
  readOnlyCalendarId: string
  /** Only an emulator can expire its tokens; null skips those checks. */
  expireSyncTokens: (() => Promise<void>) | null
}

/** The part of the API's responses that the tests use. */
export interface Resource {
  id?: string
  etag?: string
  status?: string
  summary?: string
  description?: string
  transparency?: string
  updated?: string
  start?: { date?: string; dateTime?: string }
  end?: { date?: string; dateTime?: string }
  reminders?: { useDefault: boolean }
  extendedProperties?: { private?: Record<string, string>; shared?: Record<string, string> }
  items?: Resource[]
  nextPageToken?: string
  nextSyncToken?: string
  resourceId?: string
  resourceUri?: string
  expiration?: string
  token?: string
  error?: {
    code: number
    message: string
    errors: { reason: string; location?: string; locationType?: string }[]
  }
}

export interface Answer {
  status: number
  headers: Headers
  body: Resource
}

export interface Ask {
  method?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** One request, without a client library. */
export async function ask(
  { accessToken, apiRoot }: Pick<ProviderUnderTest, 'accessToken' | 'apiRoot'>,
  path: string,
  { method = 'GET', query = {}, headers = {}, body }: Ask = {},
): Promise<Answer> {
  const url = new URL(`${apiRoot}/calendar/v3${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : JSON.parse(text),
  }
}

export function reasonOf({ body }: Answer): string | undefined {
  return body.error?.errors[0]?.reason
}

/** The events of a calendar; each call is one request. */
export function eventsOf(provider: ProviderUnderTest) {
  const path = `/calendars/${encodeURIComponent(provider.calendarId)}/events`
  return {
    path,
    insert: (body: unknown, more: Ask = {}) =>
      ask(provider, path, { ...more, method: 'POST', body }),
    get: (id: string, more: Ask = {}) => ask(provider, `${path}/${id}`, more),
    patch: (id: string, body: unknown, more: Ask = {}) =>
      ask(provider, `${path}/${id}`, { ...more, method: 'PATCH', body }),
    put: (id: string, body: unknown, more: Ask = {}) =>
      ask(provider, `${path}/${id}`, { ...more, method: 'PUT', body }),
    remove: (id: string, more: Ask = {}) =>
      ask(provider, `${path}/${id}`, { ...more, method: 'DELETE' }),
    list: (query: Record<string, string> = {}, more: Ask = {}) =>
      ask(provider, path, { ...more, query }),
  }
}
