import type { ParentId } from '@night-routine/database/nights'
import type { StoredPushSubscription } from '@night-routine/database/notifications'
import type { ListedSession, ShareLink } from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import type { FieldError } from '@night-routine/household'
import { languages, wordingFor, type Wording } from '@night-routine/wording'
import type { programsView } from './programs-view.ts'
import { said } from '../plugins/fields.ts'
import { sessionsView } from './sessions-view.ts'
import {
  channelLines,
  channelSwitches,
  missingChannels,
  type ChannelFacts,
} from './channels-view.ts'
import type { RemindersForm } from './reminders-form.ts'
import type { waysInView } from '../sign-in/ways-in-view.ts'

export interface YouFacts {
  parent: ParentId | null
  /** The language that the person chose; null: the household's. */
  language: string | null
  householdLanguage: string
  form: RemindersForm
  faults: readonly FieldError[]
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
  programs: ReturnType<typeof programsView>
  /** The links that the person made. */
  links: readonly ShareLink[]
  /** Whether calendar apps can read and change the calendar of this installation. */
  hasCalendarApps: boolean
  timeZone: string
  wording: Wording
}

const roles = { a: 'settings.firstParent', b: 'settings.secondParent' } as const

/** Who this person is, what they want to hear, and where they are signed in. */
export function youView(facts: YouFacts) {
  const { parent, form, names, person, pushKey, timeZone, wording } = facts
  const { say } = wording
  const channels = { ...facts.channels, email: person.email, now: facts.now, wording }
  const trouble = facts.faults.map(said(wording))
  const faultOf = (field: string) => trouble.find(one => one.field === field)?.text ?? null
  const dateOf = (at: Temporal.Instant) =>
    wording.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const devices = facts.subscriptions.map(({ id, device, session, createdAt }) => ({
    id: id.toString(),
    device: device ?? say('sessions.unknownDevice'),
    since: dateOf(createdAt),
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
    /** "First parent"; null while the person has not said it. */
    role: parent === null ? null : say(roles[parent]),
    parents: [
      ...parentIds.map(id => choice(id, names[id])),
      choice(null, say('notifications.neither')),
    ],
    languages: [
      language('', say('you.householdLanguage', { language: shared })),
      ...languages.map(code => language(code, wordingFor(code).ownName)),
    ],
    /** The language of what the household shares. */
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
    /** Whether this browser gets push messages. */
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
    calendarApps: {
      hasApps: facts.hasCalendarApps,
      apps: facts.programs.apps,
      links: facts.links.map(({ id, createdAt, isKept }) => ({
        id: id.toString(),
        when: say('feed.madeOn', { date: dateOf(createdAt) }),
        canShow: isKept,
      })),
    },
  }
}
