import type { ParentId, StoredPushSubscription } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import type { FlashView } from '../../flash.ts'
import type { FormFault, NotificationsForm } from './notifications-form.ts'

/** The page of one person's notifications. */
export interface NotificationsView {
  title: string
  flash: FlashView | null
  /** Nothing was saved, and why. */
  trouble: { field: string; text: string }[]
  /** What is wrong with each field. */
  faults: Record<FormFault['field'], string | null>
  form: NotificationsForm
  parents: { value: string; label: string; checked: boolean }[]
  email: string
  hasMail: boolean
  devices: { id: string; device: string; since: string; isThis: boolean }[]
  /** Whether this browser gets push messages. */
  isOn: boolean
  /** The key that browsers subscribe with. */
  pushKey: string
}

export interface NotificationsFacts {
  form: NotificationsForm
  faults: readonly FormFault[]
  names: Record<ParentId, string>
  person: { email: string; tokenHash: string }
  hasMail: boolean
  subscriptions: readonly StoredPushSubscription[]
  pushKey: string
  timeZone: string
  flash: FlashView | null
  wording: Wording
}

/** Who this person is, what they want to hear, and where it goes. */
export function notificationsView(facts: NotificationsFacts): NotificationsView {
  const { form, names, person, hasMail, pushKey, flash, wording } = facts
  const trouble = facts.faults.map(fault => ({
    field: fault.field,
    text: wording.say(`notifications.${fault.reason}`),
  }))
  const faultOf = (field: string) => trouble.find(one => one.field === field)?.text ?? null
  const devices = facts.subscriptions.map(({ id, device, session, createdAt }) => ({
    id: id.toString(),
    device: device ?? wording.say('sessions.unknownDevice'),
    since: wording.date(createdAt.toZonedDateTimeISO(facts.timeZone).toPlainDate()),
    isThis: session === person.tokenHash,
  }))
  const choice = (parent: ParentId | null, label: string) => ({
    value: parent ?? 'none',
    label,
    checked: form.parent === parent,
  })
  return {
    title: wording.say('notifications.title'),
    flash,
    trouble,
    faults: {
      parent: faultOf('parent'),
      reminder_at: faultOf('reminder_at'),
      how: faultOf('how'),
      quiet_from: faultOf('quiet_from'),
    },
    form,
    parents: [
      choice('a', names.a),
      choice('b', names.b),
      choice(null, wording.say('notifications.neither')),
    ],
    email: person.email,
    hasMail,
    devices,
    isOn: devices.some(({ isThis }) => isThis),
    pushKey,
  }
}
