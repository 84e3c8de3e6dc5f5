import {
  createShareLink,
  endOtherSessions,
  endSession,
  readSessionsOf,
  revokeShareLink,
  type Database,
  type Session,
  type TokenKeys,
} from '@night-routine/database'
import {
  addAbsence,
  askForNewAddress,
  requestTakeDown,
  previewAbsence,
  previewSettings,
  removeAbsence,
  setSitePassword,
} from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { ChangeAs } from './change-household.ts'
import type { Connection } from './connection.ts'
import { readHousehold } from './household.ts'
import { links } from './routes/feed/links.ts'
import { sessionList } from './routes/sessions/sessions.ts'
import { absences } from './routes/settings/absences.ts'
import { publishing } from './routes/settings/publishing.ts'
import { saveForm } from './routes/settings/settings-form.ts'
import { readSettingsInForce } from './routes/settings/settings-page.ts'
import { settings } from './routes/settings/settings.ts'
import { waitForSite } from './wait-for-site.ts'

/** The settings page: settings, absences, share links, sessions. */
export async function settingsPages(
  service: FastifyInstance,
  options: {
    db: Database
    keys: TokenKeys
    clock: Clock
    change: ChangeAs
    readConnection: () => Promise<Connection>
    publicUrl: string
    /** How long a save waits for the worker and the publisher. */
    patienceMs: number
  },
): Promise<void> {
  const { db, keys, clock, change, readConnection, publicUrl, patienceMs } = options
  const page = {
    readInForce: () => readSettingsInForce(db, clock.now()),
    readSessionsOf: ({ email, tokenHash }: Session, part: { limit: number; offset: number }) =>
      readSessionsOf(db, { email, tokenHash, now: clock.now(), ...part }),
    readConnection,
    publicUrl,
  }
  await service.register(settings, {
    ...page,
    previewSettings: wanted => previewSettings(db, { settings: wanted, now: clock.now() }),
    saveSettings: async (form, session) => {
      const outcome = await change(session, (trx, by) => saveForm(trx, form, by))
      await waitForSite({ db, patienceMs, onlyFirst: true })
      return outcome
    },
  })
  await service.register(absences, {
    ...page,
    previewAbsence: absence => previewAbsence(db, { ...absence, now: clock.now() }),
    addAbsence: (absence, session) =>
      change(session, (trx, by) => addAbsence(trx, { ...absence, ...by })),
    removeAbsence: (known, session) =>
      change(session, (trx, by) => removeAbsence(trx, { ...known, ...by })),
  })
  await service.register(links, {
    readHousehold: () => readHousehold(db),
    createShareLink: (hash, { email }) =>
      createShareLink(db, { tokenHash: hash, createdBy: email, now: clock.now() }),
    revokeShareLink: id => revokeShareLink(db, id, clock.now()),
    publicUrl,
  })
  await service.register(publishing, {
    takeDown: session => change(session, (trx, by) => requestTakeDown(trx, by)),
    giveAddress: async (slug, session) => {
      await change(session, trx => askForNewAddress(trx, { slug }))
      await waitForSite({ db, patienceMs })
    },
    setPassword: (password, session) =>
      change(session, trx => setSitePassword(trx, { keys, password })),
    publicUrl,
  })
  await service.register(sessionList, {
    endSession: (id, { email }) => endSession(db, { id, email }),
    endOtherSessions: person => endOtherSessions(db, person),
    publicUrl,
  })
}
