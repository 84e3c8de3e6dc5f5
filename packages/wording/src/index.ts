export { assigneeName, sameAssignee, type Assignee } from './assignee.ts'
export {
  behindName,
  eventText,
  eventTitle,
  hasOurSuffix,
  nameRules,
  nightAddress,
  readTitle,
  tidyName,
} from './event-text.ts'
export { breakable, fitsCell } from './cell-names.ts'
export { languages } from './languages.ts'
export {
  howMoved,
  movesSentences,
  movesText,
  type HowMoved,
  type Mover,
  type MovesContext,
  type NightMove,
} from './moves.ts'
export { areNamed, firstLetters, parentNames, shortNames } from './names.ts'
export { assigneeIn, parentIn, type People, type Person } from './people.ts'
export { message, type KeysBelow, type Message, type MessageKey, type PlainKey } from './speech.ts'
export { wordingFor, type Providers, type Wording } from './wording.ts'
export type { ExplainedNight } from './explain.ts'
export { isPerson, type MessageValue } from './message-value.ts'
export { statisticsColumns } from './statistics-columns.ts'
