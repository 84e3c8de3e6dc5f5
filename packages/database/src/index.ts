export { bindAccount } from './accounts.ts'
export {
  readAssignment,
  readNights,
  readRecord,
  removeNights,
  saveNights,
  type Assignment,
  type NightToSave,
  type RecordedNight,
} from './assignments.ts'
export { awaitSchema } from './await-schema.ts'
export { readAwayRanges, type AwayRange } from './away-ranges.ts'
export { readMirror, readRetiredMirrors, saveMirror, type MirrorRow } from './calendar-events.ts'
export { readCalendar, saveCalendar, type SelectedCalendar } from './calendar-settings.ts'
export {
  connect,
  type ConnectOptions,
  type Database,
  type Queryable,
  type Transaction,
} from './connect.ts'
export { HouseholdBusyError, TokenUnreadableError } from './errors.ts'
export { appendHistory, type HistoryEntry } from './history.ts'
export { householdTransaction } from './household-lock.ts'
export { migrate } from './migrate.ts'
export type { Caregiver, ParentId, Reason, StoredExplanation } from './night.ts'
export {
  lockToken,
  markTokenBroken,
  readToken,
  saveToken,
  type StoredToken,
  type TokenToSave,
} from './oauth-token.ts'
export { readParents, type Parent } from './parents.ts'
export { parseSecretKeys, type TokenKeys } from './secret-keys.ts'
export {
  createSession,
  deleteSession,
  deleteSessionsOf,
  readSession,
  touchSession,
  type Session,
} from './sessions.ts'
export {
  readSettings,
  saveLastPlannedOn,
  seedHousehold,
  type FirstValues,
  type Settings,
} from './settings.ts'
export { saveSignIn, takeSignIn, type SignIn } from './sign-ins.ts'
export { transaction } from './transaction.ts'
export {
  claimWork,
  dueWork,
  failWork,
  finishWork,
  readWork,
  renewClaim,
  requestWork,
  type Claim,
  type WorkKind,
  type WorkStatus,
} from './work.ts'
