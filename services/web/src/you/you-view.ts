import type { ParentId } from '@night-routine/database/nights'
import type { StoredPushSubscription } from '@night-routine/database/notifications'
import type { ListedSession } from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import { languages, wordingFor, type Wording } from '@night-routine/wording'
import type { ProgramsView } from './programs-view.ts'
import { sessionsView, type SessionsView } from './sessions-view.ts'
import {
  channelLines,
  channelSwitches,
  missingChannels,
  type ChannelFacts,
} from './channels-view.ts'
import type { FormFault, RemindersForm } from './reminders-form.ts'
import type { waysInView } from '../sign-in/ways-in-view.ts'

/** The page of the signed-in person. */
export interface YouView {
  title: string
  email: string
  /** "First parent"; null while the person has not said it. */
  role: string | null
  parents: { value: string; label: string; checked: boolean }[]
  languages: { value: string; label: string; chosen: boolean }[]
  /** The language of what the household shares. */
  shared: string
  /** Nothing was saved, and why. */
  trouble: { field: string; text: string }[]
  /** What is wrong with each field. */
  faults: Record<FormFault['field'], string | null>
  form: RemindersForm
  /** The channels that can be switched on. */
  switches: ReturnType<typeof channelSwitches>
  /** Why others cannot. */
  missing: string[]
  channels: ReturnType<typeof channelLines>
  /** Whether browsers take push messages at this address. */
  hasPush: boolean
  devices: { id: string; device: string; since: string; isThis: boolean }[]
  /** Whether this browser gets push messages. */
  isOn: boolean
  /** The key that browsers subscribe with. */
  pushKey: string
  /** Null where people sign in elsewhere. */
  signingIn: ReturnType<typeof waysInView> | null
  sessions: SessionsView
  programs: ProgramsView
}

export interface YouFacts {
  parent: ParentId | null
  /** The language that the person chose; null: the household's. */
  language: string | null
  householdLanguage: string
  form: RemindersForm
  faults: readonly FormFault[]
  names: Record<ParentId, string>
  person: { email: string; tokenHash: string }
  channels: Pick<ChannelFacts, 'config' | 'stored' | 'last'>
  hasPush: boolean
  now: Temporal.Instant
  subscriptions: readonly StoredPushSubscription[]
  pushKey: string
  signingIn: ReturnType<typeof waysInView> | null
  sessions: readonly ListedSession[]
  sessionsPage: number
  programs: ProgramsView
  timeZone: string
  wording: Wording
}

const roles = { a: 'settings.firstParent', b: 'settings.secondParent' } as const

/** Who this person is, what they want to hear, and where they are signed in. */
export function youView(facts: YouFacts): YouView {
  const { parent, form, names, person, pushKey, timeZone, wording } = facts
  const { say } = wording
  const channels = { ...facts.channels, email: person.email, now: facts.now, wording }
  const trouble = facts.faults.map(fault => ({
    field: fault.field,
    text: say(`notifications.${fault.reason}`),
  }))
  const faultOf = (field: string) => trouble.find(one => one.field === field)?.text ?? null
  const devices = facts.subscriptions.map(({ id, device, session, createdAt }) => ({
    id: id.toString(),
    device: device ?? say('sessions.unknownDevice'),
    since: wording.date(createdAt.toZonedDateTimeISO(timeZone).toPlainDate()),
    isThis: session === person.tokenHash,
  }))
  const shared = wordingFor(facts.householdLanguage).ownName
  const choice = (value: ParentId | null, label: string) => ({
    value: value ?? 'none',
    label,
    checked: parent === value,
  })
  const language = (value: string, label: string) => ({
    value,
    label,
    chosen: (facts.language ?? '') === value,
  })
  return {
    title: parent === null ? say('you.title') : say('you.titleNamed', { name: names[parent] }),
    email: person.email,
    role: parent === null ? null : say(roles[parent]),
    parents: [
      ...parentIds.map(id => choice(id, names[id])),
      choice(null, say('notifications.neither')),
    ],
    languages: [
      language('', say('you.householdLanguage', { language: shared })),
      ...languages.map(code => language(code, wordingFor(code).ownName)),
    ],
    shared,
    trouble,
    faults: {
      parent: faultOf('parent'),
      reminder_at: faultOf('reminder_at'),
      how: faultOf('how'),
      quiet_from: faultOf('quiet_from'),
    },
    form,
    switches: channelSwitches(form.channels, { ...channels, hasDevices: devices.length > 0 }),
    missing: missingChannels(channels.config, wording),
    channels: channelLines(channels),
    hasPush: facts.hasPush,
    devices,
    isOn: devices.some(({ isThis }) => isThis),
    pushKey,
    signingIn: facts.signingIn,
    sessions: sessionsView({
      sessions: facts.sessions,
      page: facts.sessionsPage,
      endsAll: facts.signingIn === null,
      person,
      timeZone,
      wording,
    }),
    programs: facts.programs,
  }
}
