import type { Queryable, TokenKeys } from '@night-routine/database/connection'
import type { ParentId } from '@night-routine/database/nights'
import { fieldError, type FieldError } from '@night-routine/household'
import {
  readNotificationSettings,
  readPersonChannels,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import {
  channelIds,
  isChannelId,
  isQuietAt,
  type ChannelConfig,
  type ChannelId,
} from '@night-routine/notifications'
import { message, type KeysBelow } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import { parentIn } from '../plugins/absence-form.ts'
import { usableChannels } from './channels-view.ts'

const text = Type.Optional(Type.String({ maxLength: 20 }))

/** The form as browsers send it: a box without a tick is missing. */
export const remindersBody = Type.Optional(
  Type.Object({
    parent: text,
    reminder: text,
    reminder_at: text,
    changes: text,
    quiet_from: text,
    quiet_to: text,
    ...Object.fromEntries(channelIds.map(id => [`by_${id}`, text])),
  }),
)

/** What the form shows. */
export interface RemindersForm {
  parent: ParentId | null
  reminder: boolean
  reminderAt: string
  changes: boolean
  /** The channels that are switched on. */
  channels: readonly ChannelId[]
  quietFrom: string
  quietTo: string
}

const usualReminder = '18:30'

/**
 * The form with what is stored. A person who has chosen nothing yet finds the ways on, so that the first switch is
 * enough.
 */
export function formOf(
  { reminderAt, changes, channels, quiet }: NotificationSettings,
  parent: ParentId | null,
): RemindersForm {
  const isNew = reminderAt === null && !changes && channels.length === 0
  return {
    parent,
    reminder: reminderAt !== null,
    reminderAt: reminderAt === null ? usualReminder : time(reminderAt),
    changes,
    channels: isNew ? ['email', 'push'] : channels.filter(isChannelId),
    quietFrom: time(quiet?.from),
    quietTo: time(quiet?.to),
  }
}

/** A time as a form and as JSON have it. */
export function time(at: Temporal.PlainTime | undefined): string {
  return at === undefined ? '' : at.toString({ smallestUnit: 'minute' })
}

/** The form that a person sent, who is the parent `stored` unless it says otherwise. */
export function postedForm(
  body: Static<typeof remindersBody> = {},
  stored: ParentId | null = null,
): RemindersForm {
  const { parent, reminder_at: reminderAt = '', quiet_from: from = '', quiet_to: to = '' } = body
  return {
    parent: parent === undefined ? stored : (parentIn(parent) ?? null),
    reminder: body.reminder !== undefined,
    reminderAt: reminderAt.trim(),
    changes: body.changes !== undefined,
    channels: channelIds.filter(id => `by_${id}` in body),
    quietFrom: from.trim(),
    quietTo: to.trim(),
  }
}

/**
 * The settings that a form asks for, and what is wrong with it.
 * @param usable the channels with a box in the form
 * @param stored the channels that are on so far
 */
export function askedFor(
  form: RemindersForm,
  { usable, stored }: { usable: readonly ChannelId[]; stored: readonly string[] },
): { settings: NotificationSettings; faults: FieldError[] } {
  const reminderAt = form.reminder ? timeOf(form.reminderAt) : null
  const [from, to] = [timeOf(form.quietFrom), timeOf(form.quietTo)]
  const hasEnds = from !== null && to !== null
  const quiet = hasEnds && !from.equals(to) ? { from, to } : null
  // The form has no box for a channel that cannot be used, and what was chosen before stays.
  const isUsable = (channel: string) => isChannelId(channel) && usable.includes(channel)
  const channels = [
    ...form.channels.filter(isUsable),
    ...stored.filter(channel => !isUsable(channel)),
  ]
  const { changes } = form
  const wants = form.reminder || changes
  const faults: FieldError[] = []
  const refuse = (isWrong: boolean, field: string, reason: KeysBelow<'notifications'>) => {
    if (isWrong) faults.push(fieldError(field, message(`notifications.${reason}`)))
  }
  refuse(wants && form.parent === null, 'parent', 'sayWho')
  refuse(form.reminder && reminderAt === null, 'reminder_at', 'timeNeeded')
  refuse(
    reminderAt !== null && quiet !== null && isQuietAt(reminderAt, quiet),
    'reminder_at',
    'reminderIsQuiet',
  )
  refuse(wants && !channels.some(isUsable), 'how', 'chooseHow')
  // A form leaves both ends of the quiet hours empty, or has two times that differ.
  refuse(form.quietFrom + form.quietTo !== '' && !hasEnds, 'quiet_from', 'bothEnds')
  refuse(hasEnds && from.equals(to), 'quiet_from', 'sameTimes')
  return { settings: { reminderAt, changes, channels, quiet }, faults }
}

function timeOf(clock: string): Temporal.PlainTime | null {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? Temporal.PlainTime.from(clock) : null
}

/** The same for a person, with the channels that they have; the first fault is the one to say. */
export async function askedBy(
  q: Queryable,
  { keys, config, email }: { keys: TokenKeys; config: ChannelConfig; email: string },
  form: RemindersForm,
) {
  const { channels: stored } = await readNotificationSettings(q, email)
  const usable = usableChannels(config, await readPersonChannels(q, keys, email))
  return askedFor(form, { usable, stored })
}
