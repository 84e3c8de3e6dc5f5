import { nothingPublished } from '@night-routine/database/testing'
import type {
  RecordedAbsence,
  ShareLink,
  ListedSession,
  Publication,
} from '@night-routine/database'
import { ChangeRefusedError, type HouseholdSettings, type Preview } from '@night-routine/household'
import type { FastifyInstance } from 'fastify'
import { absences, type AbsencesOptions } from '../src/routes/settings/absences.ts'
import { askedFor } from '../src/routes/settings/settings-form.ts'
import { settings } from '../src/routes/settings/settings.ts'
import { alex, now } from './demo-household.ts'
import { day } from './nights.ts'
import { long, nights } from './shown-nights.ts'

const ranges: RecordedAbsence[] = [
  { id: 1n, parent: 'b', from: day('2026-11-28'), to: day('2026-11-28') },
  { id: 2n, parent: 'b', from: day('2026-12-30'), to: day('2027-01-09') },
]

const links: ShareLink[] = [
  { id: 1n, createdBy: `${long}@a-long-domain.example.com`, createdAt: now, lastUsedAt: now },
  { id: 2n, createdBy: alex.email, createdAt: now, lastUsedAt: null },
]

/** Publishing off, with pages left to take down. */
const published: Publication = {
  ...nothingPublished,
  site: { id: '1', host: 'localhost', slug: '5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a' },
  address: 'http://localhost:8080/s/5b1f0c0e8d7a4f6c9e2b3a1d0c4f7e6a/',
  publishedOn: day('2026-11-19'),
  publishedAt: now,
}

const sessions: ListedSession[] = [
  { ...alex, id: 1n, device: 'Firefox, Android' },
  { ...alex, id: 2n, tokenHash: 'another', device: null },
]

const preview: Preview = {
  changed: nights
    .filter(({ night }) => night.toString() > '2026-12-01')
    .slice(0, 12)
    .map(({ night, caregiver }, index) => ({
      night,
      before: caregiver,
      after: index === 5 ? null : caregiver === 'a' ? 'b' : 'a',
    })),
  removed: [day('2026-12-23'), day('2026-12-24')],
  openNights: [day('2026-12-07')],
}

/** The settings page of an in-memory household; invalid forms are refused. */
export async function shownSettings(
  service: FastifyInstance,
  inForce: HouseholdSettings,
  readConnection: AbsencesOptions['readConnection'],
): Promise<void> {
  const unchanged = { change: null, changedNights: [] }
  const page = {
    readInForce: async () => ({
      settings: inForce,
      absences: ranges,
      links,
      publication: published,
      publishing: undefined,
      now,
      tonight: day('2026-11-20'),
    }),
    readSessionsOf: async () => sessions,
    readConnection,
    publicUrl: 'http://localhost:8080',
  }
  await service.register(settings, {
    ...page,
    previewSettings: async () => preview,
    async saveSettings(form) {
      const { faults } = askedFor(form, inForce)
      if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
      return unchanged
    },
  })
  await service.register(absences, {
    ...page,
    previewAbsence: async () => preview,
    addAbsence: async () => unchanged,
    removeAbsence: async () => unchanged,
  })
}
