import { readJobRequests, type JobStatus } from '@night-routine/database/jobs'
import {
  readAbsences,
  readAbsenceSources,
  readRepeatingAbsences,
  type ParentId,
} from '@night-routine/database/nights'
import { readParentsByEmail, readShareLinks, type ShareLink } from '@night-routine/database/people'
import { readPublication, type Publication } from '@night-routine/database/site'
import {
  readHouseholdSettings,
  tonight,
  zoneOf,
  type HouseholdSettings,
  type SettingsPage,
} from '@night-routine/household'
import { parentNames, type Wording } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { postedAbsence, type AbsenceForm } from '../../plugins/absence-form.ts'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { said } from '../../plugins/fields.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { absencesView, type AbsencesFacts } from '../absences/absences-view.ts'
import { postedRepeating, repeatingField, type RepeatingForm } from '../absences/repeating-form.ts'
import { peopleSection } from '../people/people-section.ts'
import type { peopleView } from '../people/people-view.ts'
import { feedSectionView } from '../sharing/feed-section-view.ts'
import { publishingView } from '../sharing/publishing-view.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsView, type Attempt } from './settings-view.ts'

/** What to show, with what a person typed and its result. */
export interface Asked {
  /** Null for the form with every field. */
  page: SettingsPage | null
  typed?: Attempt<SettingsForm>
  absence?: Attempt<AbsenceForm>
  repeating?: Attempt<RepeatingForm>
}

/** A form as it was served. */
const served = { faults: [], preview: null }

/** Renders a page of the settings. */
export async function showSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  asked: Asked,
) {
  const { db, clock, config, isSecure, hasSetUpPage } = context
  const { page, typed } = asked
  const { session, ...current } = signedIn(request)
  const now = clock.now()
  const [read, connection, settings] = await Promise.all([
    readSections(context, { page, email: session.email }),
    readConnection(context),
    // After a save was refused, they may differ from those at the start of the request.
    typed ? readHouseholdSettings(db) : { ...current.settings, parents: current.parents },
  ])
  const people = page === 'family' ? await peopleSection(request, context) : null
  const view = settingsPageView(asked, {
    people,
    ...read,
    settings,
    isSecure,
    hasBroker: config.MQTT_URL !== undefined,
    hasSetUpPage,
    backupAt: page === 'advanced' ? await context.machine?.readBackupAt() : undefined,
    now,
    tonight: tonight(current.settings, now),
    wording: request.wording,
  })
  return reply.page('household/settings/settings.hbs', view, connection)
}

/** What the sections of each page show; those of the page shown are there. */
interface Sections {
  family?: Pick<AbsencesFacts, 'absences' | 'repeatingAbsences' | 'sources'>
  sharing?: {
    /** The reader's address. */
    email: string
    links: readonly ShareLink[]
    /** Which parent an address is. */
    accounts: ReadonlyMap<string, ParentId>
    publication: Publication
    /** The publish job request; undefined before the first one. */
    job: JobStatus | undefined
  }
}

/** Reads what the sections of a page show. */
async function readSections(
  { db }: Pick<WebContext, 'db'>,
  { page, email }: { page: SettingsPage | null; email: string },
): Promise<Sections> {
  if (page === 'family') {
    const [absences, repeatingAbsences, sources] = await Promise.all([
      readAbsences(db),
      readRepeatingAbsences(db),
      readAbsenceSources(db),
    ])
    return { family: { absences, repeatingAbsences, sources } }
  }
  if (page !== 'sharing') return {}
  const [links, accounts, publication, jobs] = await Promise.all([
    readShareLinks(db),
    readParentsByEmail(db),
    readPublication(db),
    readJobRequests(db),
  ])
  const job = jobs.find(({ kind }) => kind === 'publish')
  return { sharing: { email, links, accounts, publication, job } }
}

/** The form of a page, and the sections beside it; null where they belong to another page. */
export function settingsPageView(
  {
    page,
    typed,
    absence = { ...served, form: postedAbsence() },
    repeating = { ...served, form: postedRepeating() },
  }: Asked,
  {
    people,
    family,
    sharing,
    backupAt,
    hasSetUpPage,
    now,
    ...facts
  }: Sections & {
    people: ReturnType<typeof peopleView> | null
    settings: HouseholdSettings
    isSecure: boolean
    hasBroker: boolean
    hasSetUpPage: boolean
    /** Undefined where nothing is known of the machine. */
    backupAt: Temporal.Instant | null | undefined
    now: Temporal.Instant
    tonight: Temporal.PlainDate
    wording: Wording
  },
) {
  const { settings, wording } = facts
  const names = parentNames(settings.parents, wording)
  const absenceFaults = absence.faults.map(said(wording))
  const repeatingFaults = repeating.faults
    .map(fault => ({ ...fault, field: repeatingField(fault.field) }))
    .map(said(wording))
  return {
    ...settingsView({ ...facts, page, typed, otherFaults: [...absenceFaults, ...repeatingFaults] }),
    absences: family
      ? absencesView({
          ...facts,
          ...family,
          absence: { ...absence, faults: absenceFaults },
          repeating: { ...repeating, faults: repeatingFaults },
          names,
          weekStart: settings.weekStart,
        })
      : null,
    people,
    publishing: sharing
      ? publishingView({ ...sharing, publish: settings.publish, now, wording })
      : null,
    feed: sharing
      ? feedSectionView({
          email: sharing.email,
          tokens: sharing.links,
          people: { names, accounts: sharing.accounts },
          timeZone: zoneOf(settings),
          wording,
        })
      : null,
    calendars: page === 'advanced',
    installation:
      page === 'advanced' && hasSetUpPage ? { backup: backupText(backupAt, now, wording) } : null,
  }
}

function backupText(
  backupAt: Temporal.Instant | null | undefined,
  now: Temporal.Instant,
  wording: Wording,
) {
  if (backupAt === undefined) return null
  const ago = backupAt && wording.ago(backupAt, now)
  return ago === null
    ? wording.say('installation.noBackup')
    : wording.say('installation.backup', { ago })
}
