export { bindAccount } from './accounts.ts'
export type { SignInIntent } from './sign-in-intent.ts'
export {
  readAssignment,
  readNights,
  readNightsForHome,
  readRecord,
  removeNights,
  saveExplanations,
  saveNights,
  type Assignment,
  type NightToExplain,
  type NightToSave,
  type RecordedNight,
  type NightRange,
  type ShownNight,
} from './assignments.ts'
export { readServerFacts, type ServerFacts } from './server-facts.ts'
export { awaitSchema } from './await-schema.ts'
export {
  insertAbsence,
  readAbsences,
  deleteAbsence,
  type Absence,
  type RecordedAbsence,
} from './absences.ts'
export {
  lockCalendarEvents,
  readCalendarEvents,
  readCalendarEventsToRestore,
  readNightsInWork,
  readRetiredCalendarEvents,
  replaceCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from './calendar-events.ts'
export {
  forgetCalendar,
  readCalendar,
  saveCalendar,
  type SelectedCalendar,
} from './calendar-settings.ts'
export { forgetSyncs, readSync, saveSync, type CalendarSync } from './calendar-sync.ts'
export {
  columnParsers,
  connect,
  type ConnectOptions,
  type Database,
  type Queryable,
  type Transaction,
} from './connect.ts'
export { readEarlierBabysitters, saveDecision, type NightDecision } from './decisions.ts'
export {
  deleteDisconnectRequest,
  noteCleared,
  readDisconnectRequest,
  saveDisconnectRequest,
  type DisconnectRequest,
} from './disconnect-request.ts'
export {
  createShareLink,
  findShareLink,
  readShareLinks,
  revokeShareLink,
  touchShareLink,
  type ShareLink,
} from './share-links.ts'
export { HouseholdBusyError, TokenUnreadableError } from './errors.ts'
export { isDatabaseAway } from './database-away.ts'
export {
  appendHistory,
  countEntries,
  readChange,
  readHistory,
  readLastChangeAt,
  readLatestChange,
  readUndo,
  type HistoryEntry,
  type RecordedEntry,
} from './history.ts'
export { readHistoryChanges, type RecordedChange } from './history-changes.ts'
export type { HistoryFacts } from './history-facts.ts'
export { householdTransaction } from './household-lock.ts'
export { longestHorizon } from './longest-horizon.ts'
export { migrate, migrateWithin } from './migrate.ts'
export { MigrationRefusal } from './migrate/refusal.ts'
export { migrations } from './migrations/index.ts'
export type { Caregiver, ParentId, Reason, StoredExplanation } from './night.ts'
export {
  closeNotices,
  closeNoticesOf,
  dismissNotice,
  raiseNotice,
  raiseStandingNotice,
  readNotices,
  type Notice,
  type NoticeKind,
  type NoticeToRaise,
} from './notices.ts'
export {
  announceChannel,
  confirmChannel,
  findChannel,
  findChannels,
  learnResource,
  readChannels,
  retireChannel,
  stopChannel,
  type Channel,
} from './notification-channels.ts'
export {
  forgetToken,
  lockToken,
  markTokenBroken,
  readToken,
  saveToken,
  type StoredToken,
  type TokenToSave,
} from './oauth-token.ts'
export {
  readEarlierNames,
  readParents,
  saveParents,
  type EarlierName,
  type Parent,
} from './parents.ts'
export {
  readPublication,
  readPublishedFiles,
  readPublishedPassword,
  savePublication,
  savePublishedFiles,
  savePublishedPassword,
  type Publication,
} from './publication.ts'
export { readPulse, type Pulse } from './pulse.ts'
export {
  endRestoration,
  readRestoration,
  saveRestoration,
  type Restoration,
} from './restoration.ts'
export { parseSecretKeys, type TokenKeys } from './secret-keys.ts'
export { seal, unreadable, unsealIfKeyed, type Place } from './sealed.ts'
export {
  createSession,
  deleteDeadSessions,
  deleteSession,
  deleteSessionsOf,
  endOtherSessions,
  endSession,
  mostSessions,
  readSessionsOf,
  sessionDays,
  touchSession,
  type ListedSession,
  type Session,
} from './sessions.ts'
export {
  readSettings,
  saveLastPlannedOn,
  saveSettings,
  seedHousehold,
  type FirstValues,
  type Settings,
} from './settings.ts'
export { transaction } from './transaction.ts'
export { readCalendarStatus, type CalendarStatus } from './calendar-status.ts'
export { findSessionContext, type Household, type SessionContext } from './session-context.ts'
export {
  claimJob,
  dueJobs,
  failJob,
  finishJob,
  readJobRequests,
  renewClaim,
  forgetFailures,
  requestJob,
  unfinishedJobs,
  waitingJobs,
  type Claim,
  type JobKind,
  type JobStatus,
} from './job-requests.ts'
export * from './notification-settings.ts'
export * from './push-subscriptions.ts'
export * from './notification-cursor.ts'
export * from './notification-deliveries.ts'
