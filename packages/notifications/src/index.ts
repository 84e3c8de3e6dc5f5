export { askPath, readAskToken, type AskLink } from './ask-link.ts'
export {
  messagesFor,
  type ChangeFacts,
  type ChangesMessage,
  type UpcomingNight,
} from './messages-for.ts'
export { devicesOf } from './devices.ts'
export { planJoined } from './joined.ts'
export { createMailSender, type Mail, type SendMail } from './mail.ts'
export { retrySeconds, type Outcome } from './outcome.ts'
export { createPushSender, isPushSubscription, type PushMessage, type SendPush } from './push.ts'
export { preparePush } from './push-keys.ts'
export {
  askAnswerText,
  askText,
  changesText,
  joinedText,
  reminderText,
  type Reader,
  type Text,
} from './texts.ts'
export { isQuietAt, quietUntil, reminderDue, type HouseholdClock } from './times.ts'
export {
  readUnsubscribeToken,
  unsubscribe,
  unsubscribePath,
  type Unsubscription,
} from './unsubscribe.ts'
