import type { Database, TokenKeys } from '@night-routine/database/connection'
import type {
  ChannelValues,
  DeliveryToPlan,
  PushSubscriptionToSave,
} from '@night-routine/database/notifications'
import type { Clock, Logger } from '@night-routine/service'
import type { MessageKey, PlainKey } from '@night-routine/wording'
import type { Text } from '../texts.ts'
import type { Outcome } from './outcome.ts'
import type { HeardFailures } from './failure-heard.ts'

/** One message to one person. */
export interface Message {
  /** At most 32 characters of base64url, the same for every attempt, so that receivers can drop a second copy. */
  id: string
  kind: DeliveryToPlan['kind']
  text: Text
  language: string
  /** Where a click leads. */
  url: string
  /** How long it is worth something to a device that is offline. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** A POST there turns the channel off; left out where no one can. */
  turnOffUrl?: string
  /** Answers an ask: a POST of the form field `answer`, `accept` or `decline`; a GET shows the two. */
  answerUrl?: string
}

/** The person who gets a message, and where. */
export interface Destination {
  email: string
  /** What the person filled in. */
  values: ChannelValues
  /** The browser of a push message; undefined where it is gone. */
  subscription?: PushSubscriptionToSave | undefined
}

/** Sends a message; it never throws. */
export type Send = (message: Message, to: Destination, signal?: AbortSignal) => Promise<Outcome>

/** What channels read of the settings of an installation. */
export interface ChannelConfig {
  PUBLIC_URL: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  APPRISE_URL?: string | undefined
  /** Private networks in which people may name a server. */
  CHANNEL_NETWORKS: readonly string[]
}

export interface ChannelContext {
  config: ChannelConfig
  db: Database
  keys: TokenKeys
  clock: Clock
  logger: Logger
}

/** Something that a person fills in. */
export interface ChannelField {
  /** Its name in the form and in what is stored. */
  name: string
  label: PlainKey
  hint?: PlainKey
  /** `lines`: a text of several lines. */
  type: 'url' | 'text' | 'password' | 'lines'
  required?: boolean
  /** What the form starts with. */
  initial?: () => string
  /** Why a value that was filled in cannot be used; undefined: it can. */
  fault?: (value: string, config: ChannelConfig) => PlainKey | undefined
}

/** What an operator can do about messages that fail for a reason. */
export interface ChannelFix {
  codes: RegExp
  fix: string
}

export interface ChannelFinding {
  state: 'ok' | 'notice' | 'problem'
  text: string
  fix?: string
}

/** A way for messages to reach people; `table.ts` has them all. */
export interface Channel {
  name: PlainKey
  /** What its switch is called, with the person's `email`; left out: its name. */
  switchName?: MessageKey
  /** How to fill it in, above the form. */
  what?: PlainKey
  /** What a person fills in; none where the address of their account or their browser is enough. */
  fields: readonly ChannelField[]
  /** Whether people can choose it here. */
  isSetUp: (config: ChannelConfig) => boolean
  /** What sends, read for each run; undefined while it cannot. */
  open: (context: ChannelContext) => Promise<Send | undefined>
  fixes: readonly ChannelFix[]
  /** What people hear of failures that only this channel has. */
  heardFailures?: HeardFailures
  /** For the doctor: whether its servers, and those of `people`, can be reached. Left out if only a message tells. */
  examine?: (config: ChannelConfig, people: readonly ChannelValues[]) => Promise<ChannelFinding[]>
}
