export {
  calendarAddressIn,
  readCalendarAddress,
  type AddressAnswer,
} from './address/read-address.ts'
export { TooMuchError } from './busy/busy-time.ts'
export type { BusyRequest, BusyTime, BusyTimes } from './busy/busy-time.ts'
export { connectCalDav } from './caldav/connect.ts'
export { CalendarError, commonReasons, SignInError } from './errors.ts'
export type { CalendarErrorClass, CalendarErrorReason, SignInErrorReason } from './errors.ts'
export * from './event-hash.ts'
export * from './event-note.ts'
export { connectGoogle } from './google/connect.ts'
export { refreshTimeoutMs } from './google/oauth.ts'
export { createSignIn, type GoogleSignIn } from './google/sign-in.ts'
export { judge, meaningOf } from './judge.ts'
export type { RestoreReason, Verdict } from './judge.ts'
export type { Finding } from './finding.ts'
export { outsideDate } from './outside-event.ts'
export { connectOwn, ownCalendarId, ownCalendarName } from './own/connect.ts'
export type { EventStore, StoredEvent } from './own/event-store.ts'
export type { OpenCalendarProvider } from './provider.ts'
export { openCalendarProvider, openSignIn, providerSettings } from './providers.ts'
export type { CalendarName } from './providers.ts'
export { nearName, parentCalled, parentMeant, sameName } from './same-name.ts'
export type { Grant, Grants, Credentials, Permission, SignIn } from './sign-in.ts'
export { webhookAddress } from './webhook-address.ts'
export { textOrigin } from './text-origin.ts'
export type {
  AccessToken,
  CalendarCall,
  CalendarNotifications,
  CalendarPort,
  CalendarQuota,
  CalendarSummary,
  EventDraft,
  RemoteEvent,
} from './port.ts'
