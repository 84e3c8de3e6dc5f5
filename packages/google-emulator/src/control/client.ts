import type { Consent, Control } from './contract.ts'

/**
 * The typed client of an emulator's control plane.
 *
 * @param origin where the emulator listens, for example http://127.0.0.1:8081
 * @throws Error with the answer's words when the emulator refuses
 */
export function createControl(origin: string): Control {
  async function call(name: string, body: object = {}): Promise<unknown> {
    const response = await fetch(new URL(`/__control/${name}`, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`control ${name}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const tell = async (name: string, body?: object) => {
    await call(name, body)
  }
  const ask = async <Answer>(name: string, body?: object) => (await call(name, body)) as Answer

  return {
    reset: () => tell('reset'),
    fail: rule => tell('fail', rule),
    delay: rule => tell('delay', rule),
    drop: rule => tell('drop', rule),
    clearFaults: () => tell('clear-faults'),
    requests: () => ask('requests'),
    clearRequests: () => tell('clear-requests'),
    calendars: () => ask('calendars'),
    saveCalendar: calendar => tell('save-calendar', calendar),
    removeCalendar: calendarId => tell('remove-calendar', { calendarId }),
    events: calendarId => ask('events', { calendarId }),
    createEvent: (calendarId, event) => ask('create-event', { calendarId, event }),
    editEvent: (calendarId, eventId, edit) => ask('edit-event', { calendarId, eventId, edit }),
    removeEvent: (calendarId, eventId) => tell('remove-event', { calendarId, eventId }),
    refuseUndelete: (refuse = true) => tell('refuse-undelete', { refuse }),
    expireSyncTokens: () => tell('expire-sync-tokens'),
    limitPages: limit => tell('limit-pages', limit),
    revokeGrants: email => tell('revoke-grants', { email }),
    rotateRefreshTokens: (rotate = true) => tell('rotate-refresh-tokens', { rotate }),
    spoilIdTokens: fault => tell('spoil-id-tokens', { fault }),
    changeAccount: (email, change) => tell('change-account', { email, change }),
    consent: consentAsBrowser,
    notifications: settings => tell('notifications', settings),
    deliveries: () => ask('deliveries'),
    channels: () => ask('channels'),
    expireChannel: channelId => tell('expire-channel', { channelId }),
    setClock: instant => tell('set-clock', { instant: instant.toString() }),
    advanceClock: duration =>
      tell('advance-clock', { duration: Temporal.Duration.from(duration).toString() }),
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
