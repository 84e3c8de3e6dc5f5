export { isBefore, longestHorizon, oldestChangeable, tonight } from './tonight.ts'
export * from './tonight-view.ts'
export {
  planAndRequest,
  planHousehold,
  type Actor,
  type PlanOutcome,
} from './planning/plan-household.ts'
export type { StoredNight } from './planning/planning-facts.ts'
export { prepareHousehold, seedSettings } from './prepare-household.ts'
export * from './changes/refusal.ts'
export { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './changes/change-facts.ts'
export {
  decideNights,
  lastChange,
  type ChangeOutcome,
  type NightOutcome,
  type NightStep,
} from './changes/record-change.ts'
export { bookBabysitter, giveNight, lockNight, unlockNight } from './changes/decide-night.ts'
export { planRange, type RangePlan } from './changes/plan-range.ts'
export { rangePatterns, type RangePattern } from './changes/range-nights.ts'
export { importNights } from './changes/import-nights.ts'
export { answerAsk, readAskToAnswer } from './changes/answer-ask.ts'
export { askForNight, longestWord, withdrawAsk } from './changes/ask-night.ts'
export type { AskOutcome } from './changes/record-ask.ts'
export * from './changes/member-change.ts'
export { recordMemberChange } from './changes/record-member-change.ts'
export { endAsks } from './planning/end-asks.ts'
export { longestNote, noteNight } from './changes/note-night.ts'
export { weighNight } from './changes/weigh-night.ts'
export { swapNights } from './changes/swap-nights.ts'
export { stepsIn } from './changes/change-kind.ts'
export { isFirstNaming, kinds } from './changes/kinds.ts'
export { askCodec, nightsCodec, rangeCodec, sourceCodec } from './recorded-facts.ts'
export { readUndoableChanges, undoLastChange, type UndoOutcome } from './changes/undo.ts'
export { addAbsence, removeAbsence } from './changes/absences.ts'
export { mostWeeks } from './changes/check-absence.ts'
export { isRepeating, rangesOf } from './planning/repeating-absences.ts'
export * from './absence-sources/absence-sources.ts'
export { nightsAway } from './absence-sources/nights-away.ts'
export { settingsErrors } from './changes/check-settings.ts'
export { zoneOf } from './settings/zone.ts'
export {
  readHouseholdSettings,
  readSettings,
  saveSettings,
  settingsFacts,
  settingsOf,
  type HouseholdSettings,
  type Settings,
} from './settings/settings.ts'
export { readBalance, readNightGroups } from './night-groups.ts'
export type { LaterAgreement } from './settings/agreements.ts'
export { agree, agreementAt, splitOf, usualWeight } from './settings/split.ts'
export { saveHouseholdSettings } from './changes/save-household-settings.ts'
export {
  chosenSettings,
  eachSetting,
  findSetting,
  initialSettings,
  settingEntries,
} from './settings/table.ts'
export {
  sayAgreement,
  sayTerms,
  sectionPages,
  settingsPages,
  type Setting,
  type SettingsPage,
} from './settings/kinds.ts'
export * from './settings/parse.ts'
export {
  applyCalendarEdits,
  type CalendarEdit,
  type CalendarEditsOutcome,
} from './changes/calendar-edits.ts'
export * from './changes/preview.ts'
export {
  isLockedFor,
  isAboutCaregiver,
  nightsOfChange,
  recordedState,
  stateOf,
  type NightOfChange,
  type NightState,
} from './changes/night-state.ts'
export {
  askForNewAddress,
  setSitePassword,
  sitePasswordLengths,
  requestTakeDown,
} from './publishing.ts'
export { nameError, openNightTitles } from './changes/person-name.ts'
export * from './changes/name-question.ts'
export { householdSettings } from './settings/household-settings.ts'
