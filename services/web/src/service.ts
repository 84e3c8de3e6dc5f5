import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  connect,
  deleteSession,
  parseSecretKeys,
  readAssignment,
  readCalendar,
  readNights,
  readParents,
  readRecord,
  readSession,
  readSettings,
  readToken,
  saveSignIn,
  takeSignIn,
  touchSession,
} from '@night-routine/database'
import { chooseBackend, createProducer } from '@night-routine/queues'
import { createService, health, type Clock, type Logger } from '@night-routine/service'
import { wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { allowList } from './allow-list.ts'
import { usesEmulator, type Config } from './config.ts'
import { connectionFrom } from './connection.ts'
import { connectProvider } from './google.ts'
import { readHousehold, readStatus, selectCalendar, sync } from './household.ts'
import { findAssets, serveAssets } from './plugins/assets.ts'
import { errorPage, translateError } from './plugins/errors.ts'
import { guardOrigin } from './plugins/origin.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { views } from './plugins/views.ts'
import { prepareHousehold } from './prepare-household.ts'
import { details } from './routes/assignments/details.ts'
import { admit } from './routes/auth/admit.ts'
import { auth } from './routes/auth/auth.ts'
import { callback } from './routes/auth/callback.ts'
import { signOut } from './routes/auth/sign-out.ts'
import { calendars } from './routes/calendars/calendars.ts'
import { selectCalendar as select } from './routes/calendars/select.ts'
import { home } from './routes/home/home.ts'
import { statistics } from './routes/statistics/statistics.ts'
import { sync as syncNow } from './routes/sync/sync.ts'

const patienceMs = 5_000

/** The pages, form posts, JSON endpoints and sign-in, in one instance that does not listen yet. */
export async function buildService({
  config,
  logger,
  clock,
}: {
  config: Config
  logger: Logger
  clock: Clock
}): Promise<FastifyInstance> {
  const publicUrl = config.PUBLIC_URL
  const db = connect({ url: config.DATABASE_URL, applicationName: 'web' })
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const mayEnter = allowList(config.ALLOWED_EMAILS)
  const provider = connectProvider({ config, db, keys, clock })
  const producer = createProducer({
    backend: chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL }),
    logger,
  })
  const household = { db, producer, clock, patienceMs }
  const words = wording('en')

  const surroundings = {
    assets: await findAssets(),
    language: 'en',
    emulator: usesEmulator(config),
  }
  const service = createService({
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    translateError,
    errorPage: errorPage(surroundings),
  })

  // What is opened first is closed last.
  const closing = new AbortController()
  service.addHook('onClose', () => db.destroy())
  service.addHook('onClose', () => producer.close())
  service.addHook('onClose', async () => closing.abort())
  void prepareHousehold({ db, config, logger, signal: closing.signal })

  securityHeaders(service, { publicUrl })
  guardOrigin(service, { publicUrl })
  await service.register(cookie)
  await service.register(formbody)
  sessions(service, {
    readSession: hash => readSession(db, hash),
    touchSession: (hash, now) => touchSession(db, hash, now),
    mayEnter,
    clock,
  })
  await serveAssets(service, surroundings.assets)
  await views(service, surroundings)

  const readConnection = () => connectionFrom(() => readToken(db, keys))
  const listCalendars = () => provider.calendars.listCalendars()
  const pages = {
    readHousehold: () => readHousehold(db),
    readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => readNights(db, from, to),
    readConnection,
    words,
    clock,
  }

  await service.register(home, {
    ...pages,
    readAssignment: id => readAssignment(db, id),
    readStatus: () => readStatus(db),
    anybodyMayEnter: config.ALLOWED_EMAILS.some(mayEnter),
    publicUrl,
  })
  await service.register(statistics, pages)
  await service.register(calendars, {
    listCalendars,
    readCalendar: () => readCalendar(db),
    readConnection,
  })
  await service.register(select, {
    listCalendars,
    selectCalendar: (calendar, by) => selectCalendar(household, calendar, by),
  })
  await service.register(syncNow, { sync: by => sync(household, by), publicUrl })
  await service.register(details, {
    readAssignment: id => readAssignment(db, id),
    readParents: () => readParents(db),
    readRecordBefore: night => readRecord(db, { from: null, before: night }),
  })
  await service.register(auth, {
    signIn: provider.signIn,
    holdsGrant: async () =>
      (await readConnection()).state === 'connected' && (await readCalendar(db)) !== undefined,
    saveSignIn: signIn => saveSignIn(db, signIn),
    publicUrl,
    clock,
  })
  await service.register(callback, {
    signIn: provider.signIn,
    takeSignIn: hash => takeSignIn(db, hash),
    mayEnter,
    admit: admission => admit({ db, keys, clock }, admission),
    publicUrl,
    clock,
  })
  await service.register(signOut, { deleteSession: hash => deleteSession(db, hash), publicUrl })
  await service.register(health, { required: { database: () => readSettings(db) } })
  return service
}
