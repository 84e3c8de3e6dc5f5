import type { ParentId } from '@night-routine/database/nights'
import type { NotificationSettings } from '@night-routine/database/notifications'
import { channelIds, isChannelId, isQuietAt, type ChannelId } from '@night-routine/notifications'
import type { KeysBelow } from '@night-routine/wording'
import { Type, type Static } from 'typebox'

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

/** A field that has to change, and the rest of its key `notifications.…`. */
export interface FormFault {
  field: 'parent' | 'reminder_at' | 'how' | 'quiet_from'
  reason: KeysBelow<'notifications'>
}

const usualReminder = '18:30'

/**
 * The form with what is stored. Whoever has chosen nothing yet finds the ways on, so that the first switch is enough.
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

function time(at: Temporal.PlainTime | undefined): string {
  return at === undefined ? '' : at.toString({ smallestUnit: 'minute' })
}

/** The form that a person sent, who is the parent `stored` unless it says otherwise. */
export function postedForm(
  body: Static<typeof remindersBody> = {},
  stored: ParentId | null = null,
): RemindersForm {
  const { parent, reminder_at: reminderAt = '', quiet_from: from = '', quiet_to: to = '' } = body
  return {
    parent: parent === undefined ? stored : parentIn(parent),
    reminder: body.reminder !== undefined,
    reminderAt: reminderAt.trim(),
    changes: body.changes !== undefined,
    channels: channelIds.filter(id => `by_${id}` in body),
    quietFrom: from.trim(),
    quietTo: to.trim(),
  }
}

/** The parent that a field names; null: neither. */
export function parentIn(value: string): ParentId | null {
  return value === 'a' || value === 'b' ? value : null
}

/**
 * The settings that a form asks for, and what is wrong with it.
 * @param usable the channels with a box in the form
 * @param stored the channels that are on so far
 */
export function askedFor(
  form: RemindersForm,
  { usable, stored }: { usable: readonly ChannelId[]; stored: readonly string[] },
): { settings: NotificationSettings; faults: FormFault[] } {
  const reminderAt = form.reminder ? timeOf(form.reminderAt) : null
  const [from, to] = [timeOf(form.quietFrom), timeOf(form.quietTo)]
  const quiet = from !== null && to !== null && !from.equals(to) ? { from, to } : null
  // The form has no box for a channel that cannot be used, and what was chosen before stays.
  const isUsable = (channel: string) => isChannelId(channel) && usable.includes(channel)
  const kept = stored.filter(channel => !isUsable(channel))
  const channels = [...form.channels.filter(isUsable), ...kept]
  const { changes } = form
  const settings = { reminderAt, changes, channels, quiet }
  const faults = [
    ...messageFaults(form, settings, channels.some(isUsable)),
    ...quietFaults(form.quietFrom + form.quietTo, from, to),
  ]
  return { settings, faults }
}

/** What is wrong with the messages that a form asks for. */
function messageFaults(
  form: RemindersForm,
  { reminderAt, quiet }: NotificationSettings,
  isReachable: boolean,
): FormFault[] {
  const faults: FormFault[] = []
  const wants = form.reminder || form.changes
  if (wants && form.parent === null) faults.push({ field: 'parent', reason: 'sayWho' })
  if (form.reminder && reminderAt === null)
    faults.push({ field: 'reminder_at', reason: 'timeNeeded' })
  if (reminderAt !== null && quiet !== null && isQuietAt(reminderAt, quiet))
    faults.push({ field: 'reminder_at', reason: 'reminderIsQuiet' })
  if (wants && !isReachable) faults.push({ field: 'how', reason: 'chooseHow' })
  return faults
}

/** What is wrong with the quiet hours: a form leaves both of them empty, or has two times that differ. */
function quietFaults(
  typed: string,
  from: Temporal.PlainTime | null,
  to: Temporal.PlainTime | null,
): FormFault[] {
  if (from === null && to === null && typed === '') return []
  if (from === null || to === null) return [{ field: 'quiet_from', reason: 'bothEnds' }]
  return from.equals(to) ? [{ field: 'quiet_from', reason: 'sameTimes' }] : []
}

function timeOf(clock: string): Temporal.PlainTime | null {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? Temporal.PlainTime.from(clock) : null
}
