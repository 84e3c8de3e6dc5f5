import type { Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readAbsences,
  readAbsenceSources,
  readRepeatingAbsences,
} from '@night-routine/database/nights'
import { readParentsByEmail, readShareLinks } from '@night-routine/database/people'
import { readPublication } from '@night-routine/database/site'
import { readHouseholdSettings, tonight, zoneOf, type SettingsPage } from '@night-routine/household'
import { parentNames, type Wording } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { said } from '../../plugins/fields.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { absencesView } from '../absences/absences-view.ts'
import { absenceForms, postedAbsence, type NewAbsence } from '../absences/absence-forms.ts'
import { peopleSection } from '../people/people-section.ts'
import type { peopleView } from '../people/people-view.ts'
import { feedSectionView } from '../sharing/feed-section-view.ts'
import { publishingView } from '../sharing/publishing-view.ts'
import type { AgreementForm } from './agreement-form.ts'
import { agreementView } from './agreement-view.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsView, type Attempt, type SettingsFacts } from './settings-view.ts'

/** What to show, with what a person typed and its result. */
export interface Asked {
  /** Null for the form with every field. */
  page: SettingsPage | null
  typed?: Attempt<SettingsForm>
  agreement?: Attempt<AgreementForm>
  absence?: Attempt<NewAbsence>
  repeating?: Attempt<NewAbsence>
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
  const { page, typed, agreement } = asked
  const { session, ...current } = signedIn(request)
  const now = clock.now()
  const [read, connection, settings] = await Promise.all([
    readSections(context, { page, email: session.email }),
    readConnection(context),
    // After a save was refused, they may differ from those at the start of the request.
    (typed ?? agreement)
      ? readHouseholdSettings(db)
      : { ...current.settings, parents: current.parents },
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

/** Reads what the sections of a page show; null for those of other pages. */
async function readSections(
  { db }: Pick<WebContext, 'db'>,
  { page, email }: { page: SettingsPage | null; email: string },
) {
  return {
    family: page === 'family' ? await readFamily(db) : null,
    sharing: page === 'sharing' ? { email, ...(await readSharing(db)) } : null,
  }
}

async function readFamily(db: Database) {
  const [absences, repeatingAbsences, sources] = await Promise.all([
    readAbsences(db),
    readRepeatingAbsences(db),
    readAbsenceSources(db),
  ])
  return { absences, repeatingAbsences, sources }
}

async function readSharing(db: Database) {
  const [tokens, accounts, publication, jobs] = await Promise.all([
    readShareLinks(db),
    readParentsByEmail(db),
    readPublication(db),
    readJobRequests(db),
  ])
  return { tokens, accounts, publication, job: jobs.find(({ kind }) => kind === 'publish') }
}

/** The form of a page, and the sections beside it; null where they belong to another page. */
function settingsPageView(
  asked: Asked,
  {
    people,
    family,
    sharing,
    backupAt,
    hasSetUpPage,
    now,
    ...facts
  }: Awaited<ReturnType<typeof readSections>> &
    Omit<SettingsFacts, 'page' | 'typed' | 'otherFaults'> & {
      people: ReturnType<typeof peopleView> | null
      hasSetUpPage: boolean
      /** Undefined where nothing is known of the machine. */
      backupAt: Temporal.Instant | null | undefined
      now: Temporal.Instant
    },
) {
  const { page, typed, agreement, absence = { ...served, form: postedAbsence('absence') } } = asked
  const { repeating = { ...served, form: postedAbsence('repeating') } } = asked
  const { settings, wording } = facts
  const names = parentNames(settings.parents, wording)
  const absenceErrors = absence.faults.map(said(wording))
  const repeatingErrors = repeating.faults
    .map(fault => ({ ...fault, field: absenceForms.repeating + fault.field }))
    .map(said(wording))
  const agreementErrors = (agreement?.faults ?? []).map(said(wording))
  const otherFaults = [...absenceErrors, ...repeatingErrors, ...agreementErrors]
  return {
    ...settingsView({ ...facts, page, typed, otherFaults }),
    agreement:
      page === 'family'
        ? agreementView({
            ...facts,
            typed: agreement && { ...agreement, faults: agreementErrors },
            names,
          })
        : null,
    absences: family
      ? absencesView({
          ...facts,
          ...family,
          absence: { ...absence, faults: absenceErrors },
          repeating: { ...repeating, faults: repeatingErrors },
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
          ...sharing,
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
