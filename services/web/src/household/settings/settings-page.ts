import { readJobRequests } from '@night-routine/database/jobs'
import {
  readAbsences,
  readAbsenceSources,
  readRepeatingAbsences,
} from '@night-routine/database/nights'
import { readParentsByEmail, readShareLinks } from '@night-routine/database/people'
import { readPublication } from '@night-routine/database/site'
import { readHouseholdSettings, tonight, type SettingsPage } from '@night-routine/household'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { peopleSection } from '../people/people-section.ts'
import { emptyAbsence, type AbsenceForm } from '../../plugins/absence-form.ts'
import { emptyRepeating, repeatingField, type RepeatingForm } from '../absences/repeating-form.ts'
import { sectionsView, type SectionsFacts } from './sections-view.ts'
import type { SettingsForm } from './settings-form.ts'
import { said, settingsView, type Attempt } from './settings-view.ts'

/** What to show, with what a person typed and its result. */
export interface Asked {
  /** Null for the form with every field. */
  page: SettingsPage | null
  typed?: Attempt<SettingsForm>
  absence?: Attempt<AbsenceForm>
  repeating?: Attempt<RepeatingForm>
}

/** Renders a page of the settings. */
export async function showSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  { page, typed, absence = untouched, repeating = untouchedRepeating }: Asked,
) {
  const { db, clock, config, isSecure, hasSetUpPage } = context
  const hasBroker = config.MQTT_URL !== undefined
  const { session, ...current } = signedIn(request)
  const { wording } = request
  const now = clock.now()
  const shown = { tonight: tonight(current.settings, now), wording }
  const [read, connection, settings] = await Promise.all([
    readSections(context, { page, email: session.email }),
    readConnection(context),
    // After a save was refused, they may differ from those at the start of the request.
    typed ? readHouseholdSettings(db) : { ...current.settings, parents: current.parents },
  ])
  const absenceFaults = absence.faults.map(said(wording))
  const repeatingFaults = repeating.faults
    .map(fault => ({ ...fault, field: repeatingField(fault.field) }))
    .map(said(wording))
  const otherFaults = [...absenceFaults, ...repeatingFaults]
  const facts = { page, settings, typed, otherFaults, isSecure, hasBroker, ...shown }
  const sections = {
    ...read,
    absence: { ...absence, faults: absenceFaults },
    repeating: { ...repeating, faults: repeatingFaults },
    settings,
    hasSetUpPage,
    backupAt: page === 'advanced' ? await context.machine?.readBackupAt() : undefined,
    now,
    ...shown,
  }
  const members = page === 'family' ? await peopleSection(request, context) : null
  const view = { ...settingsView(facts), ...sectionsView(sections), people: members }
  return reply.page('household/settings/settings.hbs', view, connection)
}

/** A form that is still as it was served. */
export const untouched: Attempt<AbsenceForm> = { form: emptyAbsence, faults: [], preview: null }

/** The form of an absence that repeats, as it was served. */
export const untouchedRepeating: Attempt<RepeatingForm> = {
  form: emptyRepeating,
  faults: [],
  preview: null,
}

type Read = Pick<SectionsFacts, 'family' | 'sharing' | 'publishing' | 'advanced'>

/** Reads what the sections of a page show. */
async function readSections(
  { db }: Pick<WebContext, 'db'>,
  { page, email }: { page: SettingsPage | null; email: string },
): Promise<Read> {
  if (page === 'family') {
    const [absences, repeatingAbsences, sources] = await Promise.all([
      readAbsences(db),
      readRepeatingAbsences(db),
      readAbsenceSources(db),
    ])
    return { family: { absences, repeatingAbsences, sources } }
  }
  if (page === 'sharing') {
    const [links, accounts, publication, jobs] = await Promise.all([
      readShareLinks(db),
      readParentsByEmail(db),
      readPublication(db),
      readJobRequests(db),
    ])
    const job = jobs.find(({ kind }) => kind === 'publish')
    return { sharing: { email, links, accounts }, publishing: { publication, job } }
  }
  return { advanced: page === 'advanced' }
}
