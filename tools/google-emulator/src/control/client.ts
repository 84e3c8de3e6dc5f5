import type { Consent, Control } from './contract.ts'

/** Posts JSON to a path of the emulator. */
type Post = (path: string, json: string) => Promise<{ status: number; text: string }>

/**
 * The typed client of an emulator's control plane.
 *
 * @param origin where the emulator listens, for example http://127.0.0.1:8081
 * @param post HTTP by default; an emulator in this process needs none
 * @throws Error with the response's text when the emulator refuses
 */
export function createControl(origin: string, post: Post = overHttp(origin)): Control {
  // Both ends are in this package, so each response has the type of its method.
  async function call(name: string, body: object = {}) {
    const { status, text } = await post(`/__control/${name}`, JSON.stringify(body))
    if (status >= 300) throw new Error(`control ${name}: ${status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  return {
    reset: () => call('reset'),
    fail: rule => call('fail', rule),
    delay: rule => call('delay', rule),
    drop: rule => call('drop', rule),
    releaseDelayed: () => call('release-delayed'),
    clearFaults: () => call('clear-faults'),
    requests: () => call('requests'),
    clearRequests: () => call('clear-requests'),
    calendars: () => call('calendars'),
    saveCalendar: calendar => call('save-calendar', calendar),
    removeCalendar: calendarId => call('remove-calendar', { calendarId }),
    events: calendarId => call('events', { calendarId }),
    createEvent: (calendarId, event) => call('create-event', { calendarId, event }),
    editEvent: (calendarId, eventId, edit) => call('edit-event', { calendarId, eventId, edit }),
    removeEvent: (calendarId, eventId) => call('remove-event', { calendarId, eventId }),
    refuseUndelete: (refuse = true) => call('refuse-undelete', { refuse }),
    ignoreUpdates: (ignore = true) => call('switch', { ignoreUpdates: ignore }),
    tombstones: mode => call('switch', { tombstones: mode }),
    refuseNullRecurrence: (refuse = true) => call('switch', { refuseNullRecurrence: refuse }),
    testingMode: (on = true) => call('switch', { testing: on }),
    rememberAccount: email => call('switch', { rememberedAccount: email }),
    expireSyncTokens: () => call('expire-sync-tokens'),
    limitPages: limit => call('limit-pages', limit),
    revokeGrants: email => call('revoke-grants', { email }),
    rotateRefreshTokens: (rotate = true) => call('rotate-refresh-tokens', { rotate }),
    spoilIdTokens: fault => call('spoil-id-tokens', { fault }),
    changeAccount: (email, change) => call('change-account', { email, change }),
    consent: consentAsBrowser,
    notifications: settings => call('notifications', settings),
    deliveries: () => call('deliveries'),
    channels: () => call('channels'),
    expireChannel: channelId => call('expire-channel', { channelId }),
    setClock: instant => call('set-clock', { instant: instant.toString() }),
    advanceClock: duration =>
      call('advance-clock', { duration: Temporal.Duration.from(duration).toString() }),
  }
}

function overHttp(origin: string): Post {
  return async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, origin), { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
}

async function consentAsBrowser(authorizationUrl: string, consent: Consent): Promise<string> {
  const page = new URL(authorizationUrl)
  const asked = page.searchParams.get('scope')?.split(' ') ?? []
  page.searchParams.set('authuser', consent.email)

  const chosen = await fetch(page, { redirect: 'manual' })
  const answer =
    chosen.status === 200
      ? await fetch(page, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams([
            ['decision', consent.deny === true ? 'deny' : 'allow'],
            ...(consent.scopes ?? asked).map(scope => ['scope', scope]),
          ]),
        })
      : chosen
  const location = answer.headers.get('location')
  if (location === null) {
    throw new Error(`The consent page answered ${answer.status}: ${await answer.text()}`)
  }
  return location
}
