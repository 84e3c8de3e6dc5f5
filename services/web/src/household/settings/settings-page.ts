import type { Database } from '@night-routine/database/connection'
import { readCredentials } from '@night-routine/database/credentials'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readAbsences,
  readAbsenceSources,
  readRepeatingAbsences,
} from '@night-routine/database/nights'
import {
  readInvitations,
  readMembers,
  readParentsByEmail,
  readShareLinks,
} from '@night-routine/database/people'
import { readPublication } from '@night-routine/database/site'
import { readHouseholdSettings, tonight, zoneOf, type SettingsPage } from '@night-routine/household'
import { parentNames, type Wording } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext } from '../../plugins/context.ts'
import { said } from '../../plugins/fields.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { absencesView } from '../absences/absences-view.ts'
import {
  absenceForms,
  postedAbsence,
  type AbsenceKind,
  type NewAbsence,
} from '../absences/absence-forms.ts'
import { peopleView } from '../people/people-view.ts'
import { feedSectionView } from '../sharing/feed-section-view.ts'
import { publishingView } from '../sharing/publishing-view.ts'
import type { AgreementForm } from './agreement-form.ts'
import { agreementView } from './agreement-view.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsView, type Attempt } from './settings-view.ts'

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
const served = (kind: AbsenceKind) => ({ form: postedAbsence(kind), faults: [], preview: null })

/** Renders a page of the settings, with the sections beside its form; null for those of other pages. */
export async function showSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  asked: Asked,
) {
  const { db, clock, config, isSecure, hasSetUpPage, machine } = context
  const { page, typed, agreement } = asked
  const { absence = served('absence'), repeating = served('repeating') } = asked
  const { session, ...current } = signedIn(request)
  const { wording } = request
  const now = clock.now()
  const [family, sharing, backupAt, connection, settings] = await Promise.all([
    page === 'family' ? readFamily(context) : null,
    page === 'sharing' ? readSharing(db) : null,
    page === 'advanced' ? machine?.readBackupAt() : undefined,
    readConnection(context),
    // After a save was refused, they may differ from those at the start of the request.
    (typed ?? agreement)
      ? readHouseholdSettings(db)
      : { ...current.settings, parents: current.parents },
  ])
  const names = parentNames(settings.parents, wording)
  const facts = {
    settings,
    names,
    weekStart: settings.weekStart,
    timeZone: zoneOf(settings),
    tonight: tonight(current.settings, now),
    now,
    wording,
  }
  const absenceFaults = absence.faults.map(said(wording))
  const repeatingFaults = repeating.faults
    .map(fault => ({ ...fault, field: absenceForms.repeating + fault.field }))
    .map(said(wording))
  const agreementFaults = (agreement?.faults ?? []).map(said(wording))
  const view = {
    ...settingsView({
      ...facts,
      page,
      typed,
      otherFaults: [...absenceFaults, ...repeatingFaults, ...agreementFaults],
      isSecure,
      hasBroker: config.MQTT_URL !== undefined,
    }),
    agreement:
      family &&
      agreementView({ ...facts, typed: agreement && { ...agreement, faults: agreementFaults } }),
    absences:
      family &&
      absencesView({
        ...facts,
        ...family,
        absence: { ...absence, faults: absenceFaults },
        repeating: { ...repeating, faults: repeatingFaults },
      }),
    people:
      family &&
      peopleView({
        ...facts,
        ...family,
        listed: context.listed,
        connected: connection.account ?? undefined,
        person: session,
      }),
    publishing: sharing && publishingView({ ...facts, ...sharing, publish: settings.publish }),
    feed:
      sharing &&
      feedSectionView({
        ...facts,
        ...sharing,
        email: session.email,
        people: { names, accounts: sharing.accounts },
      }),
    calendars: page === 'advanced',
    installation:
      page === 'advanced' && hasSetUpPage ? { backup: backupText(backupAt, now, wording) } : null,
  }
  return reply.page('household/settings/settings.hbs', view, connection)
}

async function readFamily({ db, clock, ownsCredentials }: WebContext) {
  const [absences, repeatingAbsences, sources, members, credentials, invitations] =
    await Promise.all([
      readAbsences(db),
      readRepeatingAbsences(db),
      readAbsenceSources(db),
      readMembers(db),
      ownsCredentials ? readReadiness(db) : null,
      readInvitations(db, clock.now()),
    ])
  return { absences, repeatingAbsences, sources, members, credentials, invitations }
}

/** Who signs in here, and whether they have chosen a password or a passkey. */
async function readReadiness(db: Database) {
  const credentials = await readCredentials(db)
  return new Map(
    credentials.map(({ email, hasPassword, passkeys }) => [
      email,
      { isReady: hasPassword || passkeys > 0 },
    ]),
  )
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
