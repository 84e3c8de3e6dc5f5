import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  awaitSchema,
  createFeedToken,
  deleteSession,
  dismissNotice,
  endOtherSessions,
  endSession,
  findFeedToken,
  readAssignment,
  readCalendar,
  readHistoryChanges,
  readLastChangeAt,
  readNights,
  readParents,
  readRecord,
  readSession,
  readSessionsOf,
  readSettings,
  readToken,
  revokeFeedToken,
  saveSignIn,
  takeSignIn,
  touchFeedToken,
  touchSession,
  type Session,
} from '@night-routine/database'
import {
  addAbsence,
  bookBabysitter,
  giveNight,
  putNightsBack,
  readUndoableChange,
  previewAbsence,
  previewSettings,
  removeAbsence,
  swapNights,
  takeBackLastChange,
  unlockNight,
} from '@night-routine/household'
import { createService, health, type ServiceDependencies } from '@night-routine/service'
import { wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { allowList } from './allow-list.ts'
import { changeHousehold } from './change-household.ts'
import { usesEmulator, type Config } from './config.ts'
import { connectionFrom } from './connection.ts'
import { openDependencies, type Dependencies } from './dependencies.ts'
import { help } from './routes/help/help.ts'
import { homePages } from './home-pages.ts'
import { readHousehold, selectCalendar, syncInRounds } from './household.ts'
import { disconnect, isDisconnecting } from './disconnect.ts'
import { findAssets, serveAssets } from './plugins/assets.ts'
import { errorPage, sayError, translateError } from './plugins/errors.ts'
import { speakLanguages } from './plugins/languages.ts'
import { guardOrigin } from './plugins/origin.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { views } from './plugins/views.ts'
import { babysitter } from './routes/assignments/babysitter.ts'
import { details } from './routes/assignments/details.ts'
import { admit } from './routes/auth/admit.ts'
import { auth } from './routes/auth/auth.ts'
import { callback } from './routes/auth/callback.ts'
import { signOut } from './routes/auth/sign-out.ts'
import { calendars } from './routes/calendars/calendars.ts'
import { disconnect as disconnectCalendar } from './routes/calendars/disconnect.ts'
import { selectCalendar as select } from './routes/calendars/select.ts'
import { feed } from './routes/feed/feed.ts'
import { links } from './routes/feed/links.ts'
import { history } from './routes/history/history.ts'
import { manifest } from './routes/manifest/manifest.ts'
import { nights, type NightsOptions } from './routes/nights/nights.ts'
import { sessionList } from './routes/sessions/sessions.ts'
import { absences } from './routes/settings/absences.ts'
import { saveForm } from './routes/settings/save-form.ts'
import { readSettingsInForce } from './routes/settings/settings-page.ts'
import { settings } from './routes/settings/settings.ts'
import { share } from './routes/share/share.ts'
import { notices } from './routes/notices/notices.ts'
import { statistics } from './routes/statistics/statistics.ts'
import { sync as syncNow } from './routes/sync/sync.ts'

const patienceMs = 5_000

/** The pages, form posts, JSON endpoints and sign-in, in one instance that does not listen yet. */
export async function buildService(given: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const { config, logger, clock } = given
  const publicUrl = config.PUBLIC_URL
  const surroundings = {
    assets: await findAssets(),
    emulator: usesEmulator(config),
  }
  const service = createService({
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: securityHeaders(publicUrl),
    translateError,
    sayError,
    errorPage: errorPage(surroundings),
  })
  const dependencies = openDependencies(given)
  service.addHook('onClose', dependencies.close)
  const { db } = dependencies
  const mayEnter = allowList(config.ALLOWED_EMAILS)

  guardOrigin(service, { publicUrl })
  await service.register(cookie)
  await service.register(formbody)
  sessions(service, {
    readSession: hash => readSession(db, hash),
    touchSession: (hash, now) => touchSession(db, hash, now),
    mayEnter,
    clock,
  })
  await speakLanguages(service, {
    readLanguage: async () => (await readSettings(db)).language,
  })
  await serveAssets(service, surroundings.assets)
  await views(service, surroundings)
  await service.register(help)
  await service.register(manifest, surroundings)

  await routes(service, { ...dependencies, config, mayEnter })
  await service.register(health, {
    required: {
      database: signal => awaitSchema(db, { signal }),
      household: () => readSettings(db),
    },
    reported: { queue: dependencies.checkQueue },
  })
  return service
}

type RouteDependencies = Dependencies & { config: Config; mayEnter: (email: string) => boolean }

async function routes(service: FastifyInstance, dependencies: RouteDependencies) {
  const { config, db, keys, clock, signIn, calendars: provider, mayEnter } = dependencies
  const publicUrl = config.PUBLIC_URL
  const household = { ...dependencies, patienceMs }
  const change = changeHousehold(dependencies)
  const readConnection = () => connectionFrom(() => readToken(db, keys))
  const listCalendars = () => provider.listCalendars()
  const pages = {
    readHousehold: () => readHousehold(db),
    readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => readNights(db, from, to),
    readConnection,
    words: wording('en'),
    clock,
  }

  const anybodyMayEnter = config.ALLOWED_EMAILS.some(mayEnter)
  await homePages(service, { ...pages, db, anybodyMayEnter, publicUrl })
  await service.register(statistics, {
    ...pages,
    readRecord: range => readRecord(db, range),
  })
  await service.register(history, {
    ...pages,
    readHistoryChanges: asked => readHistoryChanges(db, asked),
    readUndoableChange: () => readUndoableChange(db, clock.now()),
  })
  const bySecretLink = {
    ...pages,
    findFeedToken: (hash: string) => findFeedToken(db, hash),
    touchFeedToken: (id: bigint, now: Temporal.Instant) => touchFeedToken(db, id, now),
  }
  await service.register(feed, {
    ...bySecretLink,
    readLastChangeAt: () => readLastChangeAt(db),
    publicUrl,
  })
  await service.register(share, bySecretLink)
  await service.register(links, {
    ...pages,
    createFeedToken: (hash, { email }) =>
      createFeedToken(db, { tokenHash: hash, createdBy: email, now: clock.now() }),
    revokeFeedToken: id => revokeFeedToken(db, id, clock.now()),
    publicUrl,
  })
  const settingsPage = {
    readInForce: () => readSettingsInForce(db, clock.now()),
    readSessionsOf: ({ email }: Session) => readSessionsOf(db, { email, now: clock.now() }),
  }
  await service.register(settings, {
    ...pages,
    ...settingsPage,
    previewSettings: wanted => previewSettings(db, { settings: wanted, now: clock.now() }),
    saveSettings: (form, session) => change(session, (trx, by) => saveForm(trx, form, by)),
    publicUrl,
  })
  await service.register(absences, {
    ...pages,
    ...settingsPage,
    previewAbsence: absence => previewAbsence(db, { ...absence, now: clock.now() }),
    addAbsence: (absence, session) =>
      change(session, (trx, by) => addAbsence(trx, { ...absence, ...by })),
    removeAbsence: (known, session) =>
      change(session, (trx, by) => removeAbsence(trx, { ...known, ...by })),
    publicUrl,
  })
  await service.register(calendars, {
    listCalendars,
    readCalendar: () => readCalendar(db),
    readConnection,
    isDisconnecting: () => isDisconnecting(db),
  })
  await service.register(disconnectCalendar, {
    disconnect: by => disconnect(household, by),
  })
  await service.register(notices, {
    dismissNotice: id => dismissNotice(db, id, clock.now()),
    putNightsBack: session => change(session, (trx, by) => putNightsBack(trx, by)),
  })
  await service.register(select, {
    listCalendars,
    selectCalendar: (calendar, by) => selectCalendar(household, calendar, by),
  })
  await service.register(syncNow, { sync: syncInRounds(household), publicUrl })
  await service.register(details, {
    readAssignment: id => readAssignment(db, id),
    readParents: () => readParents(db),
    readRecordBefore: night => readRecord(db, { from: null, before: night }),
  })
  const book: NightsOptions['bookBabysitter'] = (booking, session) =>
    change(session, (trx, by) => bookBabysitter(trx, { ...booking, ...by }))
  await service.register(babysitter, { bookBabysitter: book })
  await service.register(nights, {
    bookBabysitter: book,
    giveNight: (gift, session) => change(session, (trx, by) => giveNight(trx, { ...gift, ...by })),
    swapNights: (pair, session) =>
      change(session, (trx, by) => swapNights(trx, { ...pair, ...by })),
    unlockNight: (night, session) =>
      change(session, (trx, by) => unlockNight(trx, { ...night, ...by })),
    takeBackLastChange: (asked, session) =>
      change(session, (trx, by) => takeBackLastChange(trx, { ...asked, ...by })),
    publicUrl,
  })
  await service.register(auth, {
    signIn,
    holdsGrant: async () =>
      (await readConnection()).state === 'connected' && (await readCalendar(db)) !== undefined,
    saveSignIn: begun => saveSignIn(db, begun),
    publicUrl,
    clock,
  })
  await service.register(callback, {
    signIn,
    takeSignIn: hash => takeSignIn(db, hash),
    mayEnter,
    admit: admission => admit({ db, keys, clock }, admission),
    publicUrl,
    clock,
  })
  await service.register(sessionList, {
    endSession: (id, { email }) => endSession(db, { id, email }),
    endOtherSessions: person => endOtherSessions(db, person),
    publicUrl,
  })
  await service.register(signOut, { deleteSession: hash => deleteSession(db, hash), publicUrl })
}
