import type { JobStatus } from '@night-routine/database/jobs'
import type { ParentId } from '@night-routine/database/nights'
import type { ShareLink } from '@night-routine/database/people'
import type { Publication } from '@night-routine/database/site'
import { zoneOf, type HouseholdSettings } from '@night-routine/household'
import { parentNames, type Wording } from '@night-routine/wording'
import { feedSectionView, type FeedSectionView } from '../sharing/feed-section-view.ts'
import type { AbsenceForm } from '../../plugins/absence-form.ts'
import { absencesView, type AbsencesFacts, type AbsencesView } from '../absences/absences-view.ts'
import type { RepeatingForm } from '../absences/repeating-form.ts'
import { publishingView, type PublishingView } from '../sharing/publishing-view.ts'
import type { Attempt } from './settings-view.ts'

/** The sections beside the form; null on the other pages. */
export interface SectionsView {
  absences: AbsencesView | null
  publishing: PublishingView | null
  feed: FeedSectionView | null
  /** Whether to lead to the calendars. */
  calendars: boolean
  /** The settings of the installation, and when its newest backup was made; null elsewhere than at home. */
  installation: { backup: string | null } | null
}

/** What the sections of each page show; those of the page shown are there. */
export interface SectionsFacts {
  family?: Pick<AbsencesFacts, 'absences' | 'repeatingAbsences' | 'sources'>
  sharing?: {
    /** The reader's address. */
    email: string
    links: readonly ShareLink[]
    /** Which parent an address is. */
    accounts: ReadonlyMap<string, ParentId>
  }
  publishing?: {
    publication: Publication
    /** The publish job request; undefined before the first one. */
    job: JobStatus | undefined
  }
  advanced?: boolean
  hasSetUpPage: boolean
  backupAt?: Temporal.Instant | null | undefined
  /** The new absence, with faults in the language of the page. */
  absence: Attempt<AbsenceForm>
  /** The new absence that repeats, likewise. */
  repeating: Attempt<RepeatingForm>
  settings: HouseholdSettings
  now: Temporal.Instant
  tonight: Temporal.PlainDate
  wording: Wording
}

/** The sections of a page. */
export function sectionsView(facts: SectionsFacts): SectionsView {
  const {
    family,
    sharing,
    publishing,
    advanced,
    absence,
    repeating,
    settings,
    tonight,
    now,
    wording,
  } = facts
  const { publish, parents, weekStart } = settings
  const timeZone = zoneOf(settings)
  const names = parentNames(parents, wording)
  return {
    absences: family
      ? absencesView({ ...absence, ...family, repeating, names, weekStart, tonight, wording })
      : null,
    publishing: publishing ? publishingView({ ...publishing, publish, now, wording }) : null,
    feed: sharing
      ? feedSectionView({
          email: sharing.email,
          tokens: sharing.links,
          people: { names, accounts: sharing.accounts },
          timeZone,
          wording,
        })
      : null,
    calendars: advanced === true,
    installation: advanced === true && facts.hasSetUpPage ? { backup: backupText(facts) } : null,
  }
}

function backupText({ backupAt, now, wording }: SectionsFacts): string | null {
  if (backupAt === undefined) return null
  const ago = backupAt && wording.ago(backupAt, now)
  return ago === null
    ? wording.say('installation.noBackup')
    : wording.say('installation.backup', { ago })
}
