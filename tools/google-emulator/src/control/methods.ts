import { createAsPerson, editAsPerson, removeAsPerson } from '../events/by-hand.ts'
import { storedResource } from '../events/resource.ts'
import { notFound } from '../google-error.ts'
import { messageHeaders } from '../notifications/message.ts'
import type { Notifier } from '../notifications/notifier.ts'
import { revokeGrants } from '../oauth/grants.ts'
import { switchesOff, type Provider, type Switches } from '../state/provider.ts'
import { seedState } from '../state/seeds.ts'
import type { Calendar } from '../state/state.ts'
import type { Control } from './contract.ts'
import type { RequestLog } from './request-log.ts'
import type { Rule, Rules } from './rules.ts'

/** What the emulator does when a method of its control is called; people consent on its page. */
type Methods = {
  [Name in keyof Omit<Control, 'consent'>]: (
    ...args: Parameters<Control[Name]>
  ) => Awaited<ReturnType<Control[Name]>>
}

export interface Controlled {
  provider: Provider
  notifier: Notifier
  requests: RequestLog
  rules: Rules
}

export function controlMethods({ provider, notifier, requests, rules }: Controlled): Methods {
  const turn = (change: Partial<Switches>) => void Object.assign(provider.switches, change)
  const addRule = (rule: Rule) => {
    // An invalid pattern must fail here, not at every later request.
    for (const pattern of [rule.path, rule.query ?? '']) RegExp(pattern)
    rules.add(rule)
  }
  const find = (id: string): Calendar => {
    const calendar = provider.state.calendars.find(candidate => candidate.id === id)
    if (!calendar) throw notFound()
    return calendar
  }
  return {
    reset() {
      provider.state = seedState()
      provider.switches = switchesOff()
      provider.clock.reset()
      notifier.reset()
      requests.clear()
      rules.clear()
    },

    fail: rule => addRule({ ...rule, kind: 'fail' }),
    delay: rule => addRule({ ...rule, kind: 'delay' }),
    drop: rule => addRule({ ...rule, kind: 'drop' }),
    releaseDelayed: () => rules.release(),
    clearFaults: () => rules.clear(),
    requests: () => requests.all(),
    clearRequests: () => requests.clear(),

    calendars: () => provider.state.calendars.map(({ events: _events, ...calendar }) => calendar),
    saveCalendar({ id, roles, summary, timeZone, hidden }) {
      const before = provider.state.calendars.find(calendar => calendar.id === id)
      const calendar: Calendar = {
        id,
        summary,
        roles,
        timeZone: timeZone ?? before?.timeZone ?? 'Europe/London',
        primaryOf: before?.primaryOf ?? null,
        ...(hidden !== undefined && { hidden }),
        events: before?.events ?? new Map(),
      }
      const others = provider.state.calendars.filter(other => other !== before)
      provider.state.calendars = [...others, calendar]
    },
    removeCalendar(calendarId) {
      const gone = find(calendarId)
      provider.state.calendars = provider.state.calendars.filter(calendar => calendar !== gone)
    },
    events: calendarId =>
      [...find(calendarId).events.values()]
        .map(storedResource)
        .toSorted((left, right) => (dayOf(left.start) < dayOf(right.start) ? -1 : 1)),
    createEvent: (calendarId, event) =>
      storedResource(createAsPerson(provider, find(calendarId), event)),
    editEvent: (calendarId, eventId, edit) =>
      storedResource(editAsPerson(provider, find(calendarId), eventId, edit)),
    removeEvent: (calendarId, eventId) => removeAsPerson(provider, find(calendarId), eventId),

    refuseUndelete: (refuse = true) => turn({ refuseUndelete: refuse }),
    ignoreUpdates: (ignore = true) => turn({ ignoreUpdates: ignore }),
    tombstones: mode => turn({ tombstones: mode }),
    refuseNullRecurrence: (refuse = true) => turn({ refuseNullRecurrence: refuse }),
    expireSyncTokens() {
      provider.state.syncEpoch = crypto.randomUUID()
    },
    limitPages: ({ size, emptyFirst = false }) =>
      turn({ pageSize: size, emptyFirstPage: emptyFirst }),

    revokeGrants: email => revokeGrants(provider, email ?? undefined),
    rotateRefreshTokens: (rotate = true) => turn({ rotateRefreshTokens: rotate }),
    testingMode: (on = true) => turn({ testing: on }),
    rememberAccount: email => turn({ rememberedAccount: email }),
    spoilIdTokens: fault => turn({ idTokenFault: fault }),
    changeAccount(email, change) {
      const account = provider.state.accounts.find(candidate => candidate.email === email)
      if (!account) throw notFound()
      Object.assign(account, change)
    },

    notifications: settings => notifier.change(settings),
    deliveries: () => notifier.deliveries(),
    channels: () =>
      provider.state.channels.map(channel => {
        const { resourceUri: _uri, token: _token, messageNumber, ...shown } = channel
        const message = { number: messageNumber + 1, state: 'exists' as const }
        return { ...shown, headers: messageHeaders(channel, message) }
      }),
    expireChannel(channelId) {
      for (const channel of provider.state.channels)
        if ((channelId ?? channel.id) === channel.id)
          channel.expiration = provider.clock.now().epochMilliseconds
    },

    setClock: instant => provider.clock.set(Temporal.Instant.from(instant)),
    advanceClock: duration => provider.clock.advance(Temporal.Duration.from(duration)),
  }
}

function dayOf(time: { date?: string; dateTime?: string }): string {
  return time.date ?? time.dateTime ?? ''
}
