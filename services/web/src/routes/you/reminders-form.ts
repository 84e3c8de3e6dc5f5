import type { NotificationSettings, ParentId } from '@night-routine/database'
import { isQuietAt } from '@night-routine/notifications'
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
    by_email: text,
    by_push: text,
    quiet_from: text,
    quiet_to: text,
  }),
)

/** What the form shows. */
export interface RemindersForm {
  parent: ParentId | null
  reminder: boolean
  reminderAt: string
  changes: boolean
  byEmail: boolean
  byPush: boolean
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
  { reminderAt, changes, byEmail, byPush, quiet }: NotificationSettings,
  parent: ParentId | null,
  hasMail: boolean,
): RemindersForm {
  const isNew = reminderAt === null && !changes && !byEmail && !byPush
  return {
    parent,
    reminder: reminderAt !== null,
    reminderAt: reminderAt === null ? usualReminder : time(reminderAt),
    changes,
    byEmail: byEmail || (isNew && hasMail),
    byPush: byPush || isNew,
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
    byEmail: body.by_email !== undefined,
    byPush: body.by_push !== undefined,
    quietFrom: from.trim(),
    quietTo: to.trim(),
  }
}

/** The parent that a field names; null: neither. */
export function parentIn(value: string): ParentId | null {
  return value === 'a' || value === 'b' ? value : null
}

/** The settings that a form asks for, and what is wrong with it. */
export function askedFor(
  form: RemindersForm,
  {
    hasMail,
    hasPush,
    stored,
  }: {
    hasMail: boolean
    hasPush: boolean
    stored: Pick<NotificationSettings, 'byEmail' | 'byPush'>
  },
): { settings: NotificationSettings; faults: FormFault[] } {
  const reminderAt = form.reminder ? timeOf(form.reminderAt) : null
  const [from, to] = [timeOf(form.quietFrom), timeOf(form.quietTo)]
  const quiet = from !== null && to !== null && !from.equals(to) ? { from, to } : null
  // Where there is no e-mail or no push, the form has no box for it, and what was chosen before stays.
  const byEmail = hasMail ? form.byEmail : stored.byEmail
  const byPush = hasPush ? form.byPush : stored.byPush
  const { changes } = form
  const settings = { reminderAt, changes, byPush, byEmail, quiet }
  const faults = [
    ...messageFaults(form, settings, { hasMail, hasPush }),
    ...quietFaults(form.quietFrom + form.quietTo, from, to),
  ]
  return { settings, faults }
}

/** What is wrong with the messages that a form asks for. */
function messageFaults(
  form: RemindersForm,
  { reminderAt, byPush, byEmail, quiet }: NotificationSettings,
  { hasMail, hasPush }: { hasMail: boolean; hasPush: boolean },
): FormFault[] {
  const faults: FormFault[] = []
  const wants = form.reminder || form.changes
  if (wants && form.parent === null) faults.push({ field: 'parent', reason: 'sayWho' })
  if (form.reminder && reminderAt === null)
    faults.push({ field: 'reminder_at', reason: 'timeNeeded' })
  if (reminderAt !== null && quiet !== null && isQuietAt(reminderAt, quiet))
    faults.push({ field: 'reminder_at', reason: 'reminderIsQuiet' })
  if (wants && !(hasPush && byPush) && !(hasMail && byEmail))
    faults.push({ field: 'how', reason: 'chooseHow' })
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
