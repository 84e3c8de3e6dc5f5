export { askPath, readAskToken, type AskLink } from './ask-link.ts'
export {
  messagesFor,
  type ChangeFacts,
  type ChangesMessage,
  type UpcomingNight,
} from './messages-for.ts'
export type {
  Channel,
  ChannelConfig,
  ChannelContext,
  ChannelField,
  ChannelFinding,
  Message,
  Send,
} from './channels/channel.ts'
export { devicesOf } from './channels/devices.ts'
export { sendByMail } from './channels/email/email.ts'
export type { Mail, SendMail } from './channels/email/mail.ts'
export { troubleOf } from './channels/trouble.ts'
export { retrySeconds, type Outcome } from './channels/outcome.ts'
export { isPushSubscription, type PushMessage, type SendPush } from './channels/push/push.ts'
export { sendByPush } from './channels/push/push-channel.ts'
export { preparePush } from './channels/push/push-keys.ts'
export {
  channelIds,
  channelOf,
  channelSettings,
  channelsSetUp,
  isChannelId,
  type ChannelId,
} from './channels/table.ts'
export { planJoined } from './joined.ts'
export { planTest } from './test-message.ts'
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
