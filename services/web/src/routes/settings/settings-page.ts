import {
  readAbsences,
  readJobRequests,
  readPublication,
  readSessionsOf,
  readShareLinks,
} from '@night-routine/database'
import { readHouseholdSettings, tonight } from '@night-routine/household'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { takeFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { peopleSection } from '../people/people-section.ts'
import type { PeopleView } from '../people/people-view.ts'
import { partOf, sessionsView } from '../sessions/sessions-view.ts'
import { emptyAbsence } from './absence-form.ts'
import { formOf } from './settings-form.ts'
import { settingsView, type SettingsFacts } from './settings-view.ts'

/** Renders the page with the typed form and its result. */
export async function showSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    context,
    sessionsPage = 1,
    ...attempts
  }: { context: WebContext; sessionsPage?: number } & Attempts,
) {
  const { db, clock, publicUrl } = context
  const { session, ...current } = signedIn(request)
  const now = clock.now()
  const { email, tokenHash } = session
  const [absences, links, publication, jobs, sessions, connection, settings] = await Promise.all([
    readAbsences(db),
    readShareLinks(db),
    readPublication(db),
    readJobRequests(db),
    readSessionsOf(db, { email, tokenHash, now, ...partOf(sessionsPage) }),
    readConnection(context),
    // After a save was refused, they may differ from those at the start of the request.
    attempts.typed ? readHouseholdSettings(db) : { ...current.settings, parents: current.parents },
  ])
  const view = settingsPage({
    ...attempts,
    settings,
    absences,
    links,
    publication,
    publishing: jobs.find(({ kind }) => kind === 'publish'),
    now,
    tonight: tonight(settings, now),
    flash: takeFlash(request, reply, publicUrl),
    words: request.words,
    sessions,
    sessionsPage,
    person: session,
    people: await peopleSection(request, context),
  })
  return reply.page('routes/settings/settings.hbs', view, connection)
}

/** What a person typed, and the result. */
export type Attempts = Partial<Pick<SettingsFacts, 'typed' | 'absence'>>

type PageFacts = Omit<SettingsFacts, 'typed' | 'absence'> &
  Attempts &
  Pick<Parameters<typeof sessionsView>[0], 'sessions' | 'person'> & {
    sessionsPage: number
    people: PeopleView
  }

/** The whole page: settings, absences, share links, publishing, sessions. */
export function settingsPage({ sessions, sessionsPage, person, people, ...facts }: PageFacts) {
  const { settings, words, typed } = facts
  const { timeZone } = settings
  const form = formOf(settings)
  return {
    ...settingsView({
      ...facts,
      // A person who gets the changed-settings message has now seen these settings.
      typed: { ...untouched, ...typed, form: typed ? markedAsSeen(typed, form.seen) : form },
      absence: facts.absence ?? { ...untouched, form: emptyAbsence },
    }),
    people,
    sessions: sessionsView({ sessions, page: sessionsPage, person, timeZone, words }),
  }
}

const untouched = { faults: [], preview: null }

function markedAsSeen({ form, faults }: SettingsFacts['typed'], seen: string) {
  return faults.some(({ field }) => field === 'seen') ? { ...form, seen } : form
}
