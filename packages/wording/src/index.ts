export {
  behindName,
  eventText,
  hasOurSuffix,
  nameRules,
  readTitle,
  tidyName,
} from './event-text.ts'
export { languages } from './languages.ts'
export { message } from './speech.ts'
export { wording } from './wording.ts'
export type { ExplainedNight } from './explain.ts'
export type { KeysBelow, Message, MessageKey } from './speech.ts'
export type { MessageValue } from './message-value.ts'
export type { Wording } from './wording.ts'
