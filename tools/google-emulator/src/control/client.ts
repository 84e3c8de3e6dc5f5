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
  const call =
    (name: string) =>
    async (...args: unknown[]) => {
      const { status, text } = await post(`/__control/${name}`, JSON.stringify(args))
      if (status >= 300) throw new Error(`control ${name}: ${status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    }
  // Both ends are in this package, so each answer has the type of its method.
  return {
    reset: call('reset'),
    fail: call('fail'),
    delay: call('delay'),
    drop: call('drop'),
    releaseDelayed: call('releaseDelayed'),
    clearFaults: call('clearFaults'),
    requests: call('requests'),
    clearRequests: call('clearRequests'),
    calendars: call('calendars'),
    saveCalendar: call('saveCalendar'),
    removeCalendar: call('removeCalendar'),
    events: call('events'),
    createEvent: call('createEvent'),
    editEvent: call('editEvent'),
    removeEvent: call('removeEvent'),
    refuseUndelete: call('refuseUndelete'),
    ignoreUpdates: call('ignoreUpdates'),
    tombstones: call('tombstones'),
    refuseNullRecurrence: call('refuseNullRecurrence'),
    expireSyncTokens: call('expireSyncTokens'),
    limitPages: call('limitPages'),
    revokeGrants: call('revokeGrants'),
    rotateRefreshTokens: call('rotateRefreshTokens'),
    testingMode: call('testingMode'),
    rememberAccount: call('rememberAccount'),
    spoilIdTokens: call('spoilIdTokens'),
    changeAccount: call('changeAccount'),
    notifications: call('notifications'),
    deliveries: call('deliveries'),
    channels: call('channels'),
    expireChannel: call('expireChannel'),
    setClock: call('setClock'),
    advanceClock: call('advanceClock'),
    consent: consentAsBrowser,
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
