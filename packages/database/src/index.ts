export {
  type CalendarEventRow,
  lockCalendarEvents,
  readCalendarEvents,
  readCalendarEventsToRestore,
  readNightsInWork,
  readRetiredCalendarEvents,
  replaceCalendarEvents,
  markListed,
  saveCalendarEvents,
} from './calendar/calendar-events.ts'
export {
  type ImportedEvent,
  markImportedEventTaken,
  readImportedCalendars,
  readImportedEventIds,
  readImportedEvents,
  saveImportedEvents,
} from './calendar/imported-events.ts'
export {
  type Notice,
  type NoticeToRaise,
  closeNotices,
  closeNoticesOf,
  dismissNotice,
  raiseNotice,
  raiseStandingNotice,
  readNotices,
  readStandingNights,
} from './calendar/notices.ts'
export {
  type Channel,
  announceChannel,
  confirmChannel,
  findChannels,
  learnResource,
  readChannels,
  retireChannel,
  stopChannel,
} from './calendar/notification-channels.ts'
export {
  type SealedGrant,
  type StoredToken,
  canOpen,
  forgetToken,
  grantTransaction,
  lockToken,
  markTokenBroken,
  readSealedGrant,
  readToken,
  saveToken,
} from './calendar/oauth-token.ts'
export { endRestoration, readRestoration, saveRestoration } from './calendar/restoration.ts'
export {
  type CalendarSync,
  type DisconnectRequest,
  type SelectedCalendar,
  deleteDisconnectRequest,
  forgetCalendar,
  forgetSyncs,
  noteCleared,
  readCalendar,
  readDisconnectRequest,
  readSync,
  renameCalendar,
  saveCalendar,
  saveDisconnectRequest,
  saveSync,
} from './calendar/selection.ts'
export {
  ClockError,
  type ClockTrouble,
  clockTrouble,
  noteClock,
  readClockTrouble,
} from './clock.ts'
export { columnParsers } from './connection/column-parsers.ts'
export type { JobFailure } from './connection/column-types.ts'
export {
  type ConnectOptions,
  type Database,
  PoolFullError,
  type Queryable,
  TemporalDialect,
  type Transaction,
  connect,
  isDatabaseAway,
  isDatabaseFull,
  readServerFacts,
  usualPatienceMs,
} from './connection/connect.ts'
export {
  type RoleAddresses,
  addressFor,
  makeRoles,
  makeRolesAnew,
  mapRoles,
} from './connection/make-roles.ts'
export {
  MigrationRefusal,
  type MigrationWait,
  awaitSchema,
  migrate,
  migrateWithin,
  migrations,
} from './connection/migrate.ts'
export { type Role, grantToRoles, roleName, roles } from './connection/roles.ts'
export {
  type AssociatedData,
  type TokenKeys,
  TokenUnreadableError,
  deriveKeys,
  parseSecretKeys,
  seal,
  unreadable,
  unsealIfKeyed,
} from './connection/sealed.ts'
export {
  HouseholdBusyError,
  householdTransaction,
  isLockHeld,
  transaction,
} from './connection/transaction.ts'
export {
  type Identity,
  type IdentitySecrets,
  type ListedIdentity,
  countRecoveryCodes,
  createIdentity,
  deleteIdentity,
  findIdentity,
  hasIdentities,
  readAddressedIdentities,
  readIdentities,
  readIdentityEmails,
  renewIdentity,
  saveRecoveryCodes,
  saveSecondFactor,
  useRecoveryCode,
  useTotpStepOf,
} from './identity/identities.ts'
export { readInstallationSettings, saveInstallationSettings } from './installation/settings.ts'
export {
  type IdentityLink,
  type LinkMaker,
  identityLinkPath,
  linkHours,
  readIdentityLink,
} from './identity/links.ts'
export {
  type Passkey,
  createPasskey,
  deletePasskey,
  findPasskey,
  readPasskeys,
  saveNoPasskey,
  savePasskeyUse,
} from './identity/passkeys.ts'
export { attemptRecords } from './identity/sign-in.ts'
export {
  type Claim,
  type JobKind,
  claimJob,
  failJob,
  finishJob,
  forgetFailures,
  renewClaim,
  requestJob,
} from './jobs/job-requests.ts'
export {
  type JobStatus,
  dueJobs,
  readJobRequests,
  unfinishedJobs,
  waitingJobs,
} from './jobs/job-status.ts'
export {
  type Absence,
  type RecordedAbsence,
  deleteAbsence,
  insertAbsence,
  readAbsences,
  readTrips,
} from './nights/absences.ts'
export {
  type AbsenceSource,
  type SourceAbsence,
  type SourcePlace,
  type SourceToRead,
  type SourceVersion,
  deleteAbsenceSource,
  insertAbsenceSource,
  readAbsenceSources,
  readSourceAbsences,
  readSourcesToRead,
  saveSourceAbsences,
  saveSourceOutcome,
} from './nights/absence-sources.ts'
export type { SourceOutcome } from './nights/source-outcome.ts'
export {
  type AssignedNight,
  type Assignment,
  type NightRange,
  type NightToExplain,
  type NightToSave,
  type ShownNight,
  countByWeekday,
  countRecord,
  readAssigned,
  readAssignment,
  readNights,
  readRecord,
  removeNights,
  saveExplanations,
  saveNights,
} from './nights/assignments.ts'
export {
  type Ask,
  closeAsk,
  insertAsk,
  markAsksTold,
  readAsk,
  readAsks,
  readClosedAsks,
  readOpenAskOf,
  readOpenAsks,
  readUntoldAsks,
} from './nights/asks.ts'
export { type Babysitter, babysitterFacts, recordedBabysitter } from './nights/babysitter.ts'
export {
  type NightDecision,
  readEarlierBabysitters,
  saveDecision,
  saveDecisions,
} from './nights/decisions.ts'
export {
  type HistoryEntry,
  type RecordedChange,
  type RecordedEntry,
  appendHistory,
  readChange,
  readEntriesOf,
  readEntriesSince,
  readHistory,
  readHistoryChanges,
  readLastChangeAt,
  readLatestChange,
  readUndo,
} from './nights/history.ts'
export {
  type NightNote,
  type NightOfHome,
  readNightNote,
  readNightNotes,
  readNightsForHome,
  saveNightNote,
} from './nights/night-notes.ts'
export {
  type NightWeight,
  readNightWeight,
  readNightWeights,
  saveNightWeight,
} from './nights/night-weights.ts'
export type { Caregiver, Explanation, HistoryFacts, ParentId, Reason } from './nights/night.ts'
export {
  type EarlierName,
  type Parent,
  readEarlierNames,
  readParents,
  saveParents,
} from './nights/parents.ts'
export {
  type RecordedRepeatingAbsence,
  type RepeatingAbsence,
  deleteRepeatingAbsence,
  insertRepeatingAbsence,
  readRepeatingAbsences,
} from './nights/repeating-absences.ts'
export {
  type FirstValues,
  type SettingsRow,
  readSettingsRow,
  saveLastPlannedOn,
  saveSettingsRow,
  seedHousehold,
} from './nights/settings.ts'
export {
  type PlanEntry,
  readEntriesAfter,
  readNotificationCursor,
  requestNotify,
  saveNotificationCursor,
  skipUntoldChanges,
} from './notifications/cursor.ts'
export {
  type ClaimedDelivery,
  type DeliveryToPlan,
  type FailedDeliveries,
  type LastDelivery,
  addDeliveries,
  claimDeliveries,
  countFailedDeliveries,
  deleteOldDeliveries,
  endDeliveries,
  notificationsDue,
  planRecovery,
  postponeDeliveries,
  readLastDeliveries,
  readReminded,
} from './notifications/deliveries.ts'
export {
  type ChannelValues,
  type PersonChannel,
  readPersonChannels,
  removePersonChannel,
  savePersonChannel,
  turnOffChannel,
} from './notifications/person-channels.ts'
export {
  type PushKeys,
  type PushSubscriptionToSave,
  type StoredPushSubscription,
  deletePushSubscription,
  keepPushKeys,
  movePushSubscriptions,
  readPushKeys,
  readPushSubscriptions,
  renewPushSubscription,
  savePushSubscription,
} from './notifications/push-subscriptions.ts'
export {
  type AccountReader,
  type NotificationSettings,
  type QuietHours,
  type Recipient,
  signOutOthers,
  readAccountReaders,
  readNotificationSettings,
  readRecipients,
  saveNotificationSettings,
} from './notifications/settings.ts'
export {
  type AccessToken,
  type AccessTokenRecord,
  type TokenScope,
  createAccessToken,
  findAccessToken,
  isAccessToken,
  mostAccessTokens,
  readAccessTokens,
  revokeAccessToken,
  revokeAccessTokensOf,
  touchAccessToken,
} from './people/access-tokens.ts'
export {
  type Account,
  type SignInIntent,
  admitInvited,
  bindAccount,
  findAccount,
  letIn,
  readAccounts,
  parentsByEmail,
  readParentsByEmail,
  releaseAccount,
  removeInvited,
  saveAccountName,
  saveAccountLanguage,
  saveAccountParent,
} from './people/accounts.ts'
export {
  type Invitation,
  type InvitationState,
  createInvitation,
  deleteOldInvitations,
  findInvitation,
  mostInvitations,
  readInvitations,
  revokeInvitation,
  revokeInvitationsOf,
  spendInvitation,
} from './people/invitations.ts'
export {
  addAccountNotices,
  readAccountNotices,
  seeAccountNotices,
} from './people/account-notices.ts'
export {
  confirmByProvider,
  keepConfirmation,
  readConfirmation,
  useConfirmation,
  type Confirmation,
} from './people/confirmations.ts'
export { deleteOldNetworks, isKnownNetwork, noteNetwork } from './people/networks.ts'
export { findSessionRecord } from './people/session-record.ts'
export { erasePerson, readPersonData } from './people/person-data.ts'
export { isSetUpCodeHash, saveSetUpCode } from './people/set-up-codes.ts'
export {
  type ListedSession,
  type Session,
  createSession,
  deleteDeadSessions,
  deleteSession,
  endOtherSessions,
  endSession,
  mostSessions,
  prefixSession,
  readSessionsOf,
  sessionDays,
  touchSession,
} from './people/sessions.ts'
export { type SetUpOfPerson, readSetUp, saveOnHomeScreen } from './people/set-up.ts'
export {
  type ShareLink,
  createShareLink,
  findShareLink,
  readShareLinks,
  readShareLinkToken,
  sealShareLink,
  revokeShareLink,
  revokeShareLinksOf,
  touchShareLink,
} from './people/share-links.ts'
export { type CalendarStatus, type Pulse, readCalendarStatus, readPulse } from './pulse.ts'
export {
  type Publication,
  readPublication,
  readPublishedFiles,
  readPublishedPassword,
  savePublication,
  savePublishedFiles,
  savePublishedPassword,
} from './site/publication.ts'
