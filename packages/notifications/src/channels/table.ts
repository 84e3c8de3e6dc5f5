import { networksSetting } from './guarded-post.ts'
import type { Channel, ChannelConfig } from './channel.ts'
import { apprise, appriseSettings } from './apprise/apprise.ts'
import { email, emailSettings } from './email/email.ts'
import { ntfy } from './ntfy/ntfy.ts'
import { push } from './push/push-channel.ts'
import { webhook } from './webhook/webhook.ts'

/** Every way for messages to reach people, in the order in which pages show them. */
export const channels = {
  email,
  push,
  ntfy,
  webhook,
  apprise,
} satisfies Record<string, Channel>

/** The settings of an installation that channels have. */
export const channelSettings = { ...emailSettings, ...appriseSettings, ...networksSetting }

/** The name of a channel, in the database, too. */
export type ChannelId = keyof typeof channels

export const channelIds = Object.keys(channels).filter(isChannelId)

/** Whether this version has a channel of this name. */
export function isChannelId(name: string): name is ChannelId {
  return Object.hasOwn(channels, name)
}

/** One channel, with what only some of them have. */
export function channelOf(id: ChannelId): Channel {
  return channels[id]
}

/** The channels that people can choose in an installation. */
export function channelsSetUp(config: ChannelConfig): ChannelId[] {
  return channelIds.filter(id => channels[id].isSetUp(config))
}
