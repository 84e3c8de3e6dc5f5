import {
  readAbsences,
  readShareLinks,
  readPublication,
  readJobRequests,
  type RecordedAbsence,
  type Database,
  type ShareLink,
  type Publication,
  type JobStatus,
  type ListedSession,
  type Session,
} from '@night-routine/database'
import { readHouseholdSettings, tonight, type HouseholdSettings } from '@night-routine/household'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../../connection.ts'
import { takeNotice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { partOf, sessionsView } from '../sessions/sessions-view.ts'
import { emptyAbsence } from './absence-form.ts'
import { formOf } from './settings-form.ts'
import { settingsView, type SettingsFacts } from './settings-view.ts'

/** What the page shows before any input. */
export interface SettingsInForce {
  settings: HouseholdSettings
  absences: RecordedAbsence[]
  /** The active share links. */
  links: ShareLink[]
  publication: Publication
  /** The publish job request; undefined before the first one. */
  publishing: JobStatus | undefined
  now: Temporal.Instant
  tonight: Temporal.PlainDate
}

/** Settings and absences, read for every page. */
export async function readSettingsInForce(
  db: Database,
  now: Temporal.Instant,
): Promise<SettingsInForce> {
  const [settings, absences, links, publication, jobs] = await Promise.all([
    readHouseholdSettings(db),
    readAbsences(db),
    readShareLinks(db),
    readPublication(db),
    readJobRequests(db),
  ])
  const publishing = jobs.find(({ kind }) => kind === 'publish')
  const read = { settings, absences, links, publication, publishing }
  return { ...read, now, tonight: tonight(settings, now) }
}

/** What every response with the page needs. */
export interface PageOptions {
  readInForce: () => Promise<SettingsInForce>
  readConnection: () => Promise<Connection>
  /** One page of this person's sessions, this browser first. */
  readSessionsOf: (
    person: Session,
    part: { limit: number; offset: number },
  ) => Promise<ListedSession[]>
  publicUrl: string
}

/** Renders the page with the typed form and its result. */
export async function showSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    options,
    sessionsPage = 1,
    ...attempts
  }: { options: PageOptions; sessionsPage?: number } & Partial<
    Pick<SettingsFacts, 'typed' | 'absence'>
  >,
) {
  const { readInForce, readConnection, readSessionsOf, publicUrl } = options
  const person = signedIn(request)
  const [inForce, connection, sessions] = await Promise.all([
    readInForce(),
    readConnection(),
    readSessionsOf(person, partOf(sessionsPage)),
  ])
  const form = formOf(inForce.settings)
  const { typed } = attempts
  const view = settingsView({
    ...inForce,
    // A person who gets the changed-settings message has now seen these settings.
    typed: { ...untouched, ...typed, form: typed ? markedAsSeen(typed, form.seen) : form },
    absence: attempts.absence ?? { ...untouched, form: emptyAbsence },
    notice: takeNotice(request, reply, publicUrl),
    words: request.words,
  })
  const { timeZone } = inForce.settings
  const sessionList = sessionsView({
    sessions,
    page: sessionsPage,
    person,
    timeZone,
    words: request.words,
  })
  const page = { ...view, sessions: sessionList }
  return reply.page('routes/settings/settings.hbs', page, connection)
}

const untouched = { faults: [], preview: null }

function markedAsSeen({ form, faults }: SettingsFacts['typed'], seen: string) {
  return faults.some(({ field }) => field === 'seen') ? { ...form, seen } : form
}
