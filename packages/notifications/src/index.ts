export { askPath, readAskToken, type AskLink } from './ask-link.ts'
export { messagesFor } from './messages-for.ts'
export type { Channel, ChannelConfig, ChannelContext, Message, Send } from './channels/channel.ts'
export { deliveriesTo } from './channels/devices.ts'
export { mailOf } from './channels/email/mail.ts'
export { heardFailure } from './channels/failure-heard.ts'
export { retrySeconds, type Outcome } from './channels/outcome.ts'
export { isPushSubscription } from './channels/push/push.ts'
export { preparePush } from './channels/push/push-channel.ts'
export {
  channelIds,
  channelOf,
  channelSettings,
  channelsSetUp,
  isChannelId,
  type ChannelId,
} from './channels/table.ts'
export { planJoined, planTest } from './planned-at-once.ts'
export {
  askAnswerText,
  askText,
  changesText,
  joinedText,
  reminderText,
  type Reader,
  type Text,
} from './texts.ts'
export { isQuietAt, quietUntil, reminderDue } from './times.ts'
export { readUnsubscribeToken, unsubscribe, unsubscribePath } from './unsubscribe.ts'
