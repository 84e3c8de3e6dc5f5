export { CalendarError, calendarErrorReasons, SignInError } from './errors.ts'
export type { CalendarErrorClass, CalendarErrorReason, SignInErrorReason } from './errors.ts'
export { eventHash, eventId, pushedHash, pushedMeaning, writtenMeaning } from './event-hash.ts'
export type { EventMeaning } from './event-hash.ts'
export { hasChangedLines, linesHash, noteOf } from './event-note.ts'
export { connectGoogle } from './google/connect.ts'
export { syncShapeVersion } from './google/list-events.ts'
export { missingScopes, refusedRedirectHost, requiredScopes } from './google/provider.ts'
export { createSignIn } from './google/sign-in.ts'
export type { Grant, Refreshed, SignIn, SignInAttempt } from './google/sign-in.ts'
export { judge } from './judge.ts'
export type { JudgedNight, RestoreReason, Verdict } from './judge.ts'
export { sameName } from './same-name.ts'
export { webhookAddress } from './webhook-address.ts'
export { whoseWords } from './whose-words.ts'
export type { KnownEvent, KnownState } from './whose-words.ts'
export type {
  AccessToken,
  CalendarCall,
  CalendarChanges,
  CalendarPort,
  CalendarQuota,
  CalendarSummary,
  ChannelAnswer,
  ChannelRequest,
  EventDraft,
  EventProperties,
  EventStatus,
  RemoteEvent,
} from './port.ts'
