import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { clientNetwork } from '@night-routine/credentials'
import { transaction, type Database, type TokenKeys } from '@night-routine/database/connection'
import { saveInstallationSettings } from '@night-routine/database/installation'
import type { Finding } from '@night-routine/operations'
import {
  createService,
  loadConfig,
  systemClock,
  withinTime,
  type Environment,
  type Logger,
} from '@night-routine/service'
import {
  checkSetUpCode,
  cookieAttributes,
  configSchema,
  cookies,
  fieldView,
  findAssets,
  firstHouseholdFields,
  firstHouseholdView,
  freshSetUpCode,
  hasPeople,
  makeFirstHousehold,
  opensSettings,
  sayError,
  securityHeaders,
  serveAssets,
  setUpCode,
  setUpCookie,
  signInHost,
  speakLanguages,
  tellInstallationChanged,
  translateError,
  wordingOf,
  type FirstHouseholdForm,
} from '@night-routine/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { givenKeys, readKeys } from '../database.ts'
import { environments, type HomeFacts } from '../environments.ts'
import { isOutOfSpace, volumeIsFull } from '../problem.ts'
import { examine, settingErrors } from './check.ts'
import { readForm, sealTyped, withTyped, type Form } from './form.ts'
import { formView, render, troubleOf, type FormFacts, type PageView } from './page.ts'
import {
  effectiveSettings,
  enteredNames,
  isEnteredName,
  isSet,
  startsHere,
  usualSettings,
  type Entered,
} from './settings.ts'
import { asOwner, readStored } from './stored.ts'
import { readUpload, takeUploads } from './upload.ts'

const path = '/set-up'

/** More would be guesses. */
const mostRequests = 8

/** The time of a request for the check, and for the start after it. */
const handlerTimeoutMs = 39_000
const startMs = 12_000

/** The time of an upload and the restore after it. */
const uploadMs = 300_000

const textField = { type: 'string', maxLength: 8_000 } as const
const bodySchema = {
  type: 'object',
  required: ['code'],
  properties: {
    ...Object.fromEntries(
      ['code', 'step', 'other', 'no_mail', 'typed', ...enteredNames].map(name => [name, textField]),
    ),
    ...firstHouseholdFields,
  },
} as const

type Body = Form & FirstHouseholdForm & { code: string; step?: string; other?: string }

/** The page on which people enter settings, and the settings themselves. */
export type FirstStart = Awaited<ReturnType<typeof startFirstStart>>

/** Prepares the page. It takes a connection only while it answers. */
export async function startFirstStart(home: {
  /** All that home knows but the settings of people. */
  facts: Omit<HomeFacts, 'settings'>
  keys: TokenKeys
  env: Environment
  trustedProxies: readonly string[]
  logger: Logger
  /** Restores a backup with its keys, and prints why not. @returns the exit code */
  restore: (
    backup: Readable,
    how: { secretKeys: string; print: (line: string) => void },
  ) => Promise<number>
}) {
  const { facts, keys, env, trustedProxies, logger, restore } = home
  const assets = await findAssets()
  let saved = Promise.withResolvers<'saved' | 'restored'>()
  let started = Promise.withResolvers<void>()

  const withDatabase = <T>(work: (db: Database) => Promise<T>) =>
    asOwner(facts.databaseUrls.owner, work)

  const service = createService({
    logger,
    trustedProxies,
    headers: securityHeaders({ PUBLIC_URL: 'http:' }),
    handlerTimeoutMs,
    mostRequests,
    translateError,
    sayError,
    errorPage: ({ text, status }, request) => {
      const { say } = wordingOf(request)
      const link = { address: path, text: say('error.retry') }
      return page(request, {
        title: say('error.title', { status: String(status) }),
        lines: [text],
        link,
      })
    },
  })
  await service.register(cookies)
  await speakLanguages(service, { providers: { calendar: 'caldav', signIn: null } })
  await serveAssets(service)

  function page(request: FastifyRequest, view: PageView): string {
    const { language } = wordingOf(request)
    return render({ ...assets, language }, view)
  }

  function send(reply: FastifyReply, view: PageView, status = 200): FastifyReply {
    return reply.code(status).type('text/html; charset=utf-8').send(page(reply.request, view))
  }

  interface Asked {
    code?: string
    form?: FirstHouseholdForm
    faults?: Awaited<ReturnType<typeof makeFirstHousehold>>
    trouble?: PageView['trouble']
    isRestoring?: boolean
    status?: number
  }

  /** Asks for the code; and while nobody is here, for all that starts a household. */
  async function ask(db: Database, reply: FastifyReply, asked: Asked = {}) {
    const { code = '', form = {}, faults = [], isRestoring = false, status } = asked
    const { wording } = reply.request
    const { say } = wording
    const isEmpty = !(await hasPeople(db))
    const settings = await settingsToStart(db)
    const isHere = isEmpty && startsHere(settings)
    const publicUrl = URL.parse(settings['PUBLIC_URL'] ?? '')?.origin
    const timeZone = settings['TIME_ZONE'] ?? ''
    const view = { keys, publicUrl, timeZone, faults, wording }
    const hint = say(isEmpty ? 'firstStart.codeInLog' : 'firstStart.codeHint')
    const label = say('identity.setUpCode')
    const field = { input: 'code', label, hint, most: 40, isRequired: true } as const
    const shown = {
      code: fieldView('code', field, { value: code }),
      household: isHere ? firstHouseholdView(form, view) : null,
      takesBackup: isEmpty,
      isRestoring,
    }
    const lines = [say(isHere ? 'firstStart.begin' : 'firstStart.codeWhat')]
    const ofFields = faults.map(({ field: id, text }) => troubleAt(id, text))
    const trouble = [...ofFields, ...(asked.trouble ?? [])]
    return send(reply, { title: say('firstStart.title'), lines, trouble, start: shown }, status)
  }

  /** The settings with which a household starts here, as long as nothing else is chosen. */
  async function settingsToStart(db: Database) {
    return effectiveSettings(env, { ...usualSettings, ...(await readStored(db, { keys, logger })) })
  }

  /** Why the code of a form does not count, as trouble of the page. */
  async function refuseCode(db: Database, request: FastifyRequest, given: string) {
    const now = systemClock.now()
    const host = signInHost({ db, keys, clock: systemClock })
    const from = clientNetwork(request.ip)
    const isRight = () => opensSettings(db, { keys, now }, given)
    const refusal = await checkSetUpCode(host, from, isRight)
    if (refusal === undefined) return undefined
    const text = request.wording.tell(refusal.fault)
    return { trouble: [troubleAt('code', text)], status: refusal.status }
  }

  // A confirmed person comes from the pages of web with a code in a cookie.
  service.get(path, async (request, reply) =>
    withDatabase(async db => {
      const brought = request.cookies['set_up'] ?? ''
      const now = systemClock.now()
      if (brought === '' || !(await opensSettings(db, { keys, now }, brought)))
        return ask(db, reply)
      const stored = await readStored(db, { keys, logger })
      return open(reply, { code: brought, env, stored, wording: request.wording })
    }),
  )
  service.get('/*', async (_request, reply) => reply.redirect(path, 303))

  service.post<{ Body: Body }>(path, { schema: { body: bodySchema } }, async (request, reply) => {
    const { code: given, step, other, ...form } = request.body
    return withDatabase(async db => {
      const refused = await refuseCode(db, request, given)
      if (refused !== undefined) return ask(db, reply, { form, ...refused })
      const stored = await readStored(db, { keys, logger })
      const about = { code: given, env, stored, wording: request.wording }
      if (step === 'save') return save(db, reply, { form, about })
      if (step === 'start' && other === undefined) return start(db, reply, { form, about })
      return open(reply, about)
    })
  })

  await service.register(async uploads => {
    await takeUploads(uploads)
    const options = { handlerTimeout: uploadMs, config: { streams: true } } as const
    uploads.post(`${path}/restore`, options, takeBackup)
  })

  /** Restores the backup of another machine, with its keys. Then the database is another one, and home starts again. */
  async function takeBackup(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { say } = request.wording
    const refuse = (refused: Asked) =>
      withDatabase(db => ask(db, reply, { isRestoring: true, status: 400, ...refused }))
    const because = (...texts: string[]) =>
      refuse({ trouble: texts.map(text => troubleAt('', text)) })
    const upload = await readUpload(request, given =>
      withDatabase(async db => {
        const refused = await refuseCode(db, request, given)
        // Who is here already would be replaced.
        return refused ?? ((await hasPeople(db)) ? { status: 409 } : undefined)
      }),
    )
    if ('refused' in upload) return refuse(upload.refused)
    const { keys: uploaded, backup } = upload
    const secretKeys = givenKeys(env) ?? uploaded
    if (backup === undefined || secretKeys === '') {
      backup?.resume()
      return because(say('firstStart.filesNeeded'))
    }
    const fresh = readKeys(secretKeys)
    if (fresh === undefined) {
      backup.resume()
      return because(say('firstStart.noKeys'))
    }
    const said: string[] = []
    const print = (line: string) => void said.push(line)
    const exitCode = await restore(backup, { secretKeys, print }).catch((error: unknown) => {
      if (!isOutOfSpace(error)) throw error
      print(volumeIsFull)
      return 1
    })
    if (exitCode !== 0) return because(say('firstStart.notRestored'), ...said)
    for (const line of said) logger.info(line)
    const now = systemClock.now()
    const { address, code } = await withDatabase(async db => {
      const stored = await readStored(db, { keys: fresh, logger })
      const [here, there = ''] = [addressOf(request), stored.PUBLIC_URL]
      // A name with https moves along; any other address is that of the other machine.
      const kept = there.startsWith('https:') && !here.startsWith('https:') ? there : here
      const settings = { ...stored, PUBLIC_URL: kept }
      await transaction(db, trx => saveInstallationSettings(trx, fresh, { settings, now }))
      return {
        address: effectiveSettings(env, settings)['PUBLIC_URL'],
        code: await freshSetUpCode(db, now),
      }
    })
    reply.raw.once('close', () => saved.resolve('restored'))
    // For what the backup does not say: Compose has its settings elsewhere.
    const attributes = { ...cookieAttributes(addressOf(request)), ...setUpCookie }
    reply.setCookie('set_up', code, attributes)
    return send(reply, {
      title: say('firstStart.restoredTitle'),
      lines: [say('firstStart.restored')],
      link: { address: `${address}/`, text: say('firstStart.goOn') },
    })
  }

  type About = Pick<FormFacts, 'code' | 'env' | 'stored' | 'wording'>

  /** Sends the form; `refusal` says that it was not saved, and what was found beside its own faults. */
  function sendForm(reply: FastifyReply, shown: FormFacts, refusal?: readonly Finding[]) {
    const { say } = shown.wording
    const { problem = [], notice = [] } = Object.groupBy(refusal ?? [], ({ state }) => state)
    const view = {
      title: say('firstStart.title'),
      lines: [say('firstStart.what')],
      trouble: troubleOf(shown, problem),
      refused: refusal !== undefined,
      notices: notice,
      form: formView(shown),
    }
    return send(reply, view, refusal === undefined ? 200 : 400)
  }

  /** Shows the form with what is stored, or with what fits most families. */
  async function open(reply: FastifyReply, about: About): Promise<FastifyReply> {
    const entered = { ...usualSettings, PUBLIC_URL: addressOf(reply.request), ...about.stored }
    const { faults } = await standing(about.stored)
    // What no one has entered yet is not a fault, nor is what lacks it.
    const real = faults.filter(
      ({ name, text }) =>
        !isEnteredName(name) ||
        (isSet(effectiveSettings(env, about.stored), name) && !/ needs /.test(text)),
    )
    return sendForm(reply, { ...about, typed: '', entered, faults: real, said: new Map() })
  }

  /** The settings as they stand. */
  async function standing(entered: Entered) {
    const settings = effectiveSettings(env, entered)
    return { settings, faults: await settingErrors({ ...facts, settings }) }
  }

  /** Checks what was entered, stores it, and waits for the start. */
  async function save(
    db: Database,
    reply: FastifyReply,
    { form, about }: { form: Form; about: About },
  ): Promise<FastifyReply> {
    const typed = withTyped(keys, form)
    const { entered, faults: said } = readForm(typed, about)
    const { settings, faults } = await standing(entered)
    const shown = { ...about, typed: sealTyped(keys, typed), entered, faults, said }
    if (faults.length + said.size > 0) return sendForm(reply, shown, [])
    const notices = await examine(settings)
    if (notices.some(({ state }) => state === 'problem')) return sendForm(reply, shown, notices)
    const now = systemClock.now()
    await transaction(db, trx => saveInstallationSettings(trx, keys, { settings: entered, now }))
    logger.info('settings saved')
    const hasOthers = await tellInstallationChanged(db, { ip: reply.request.ip, now })
    if (!hasOthers && startsHere(settings)) return ask(db, reply, { code: about.code })
    const runs = await startAgain()
    return send(reply, savedView(about, { settings, notices, runs, isFirst: !hasOthers }))
  }

  /** Starts the services with what was saved. @returns whether they run before a request may last no longer */
  async function startAgain(): Promise<boolean> {
    started = Promise.withResolvers()
    const isUp = started.promise
    saved.resolve('saved')
    return withinTime(isUp, startMs).then(
      () => true,
      () => false,
    )
  }

  /** Makes the first account, the household and its settings at once; the next page is the month. */
  async function start(
    db: Database,
    reply: FastifyReply,
    { form, about }: { form: FirstHouseholdForm; about: About },
  ): Promise<FastifyReply> {
    const { code, stored } = about
    const here = addressOf(reply.request)
    const entered = { ...usualSettings, PUBLIC_URL: here, ...stored }
    const { settings, faults } = await standing(entered)
    if (!startsHere(settings)) return open(reply, about)
    if (faults.length > 0) {
      const shown = { ...about, typed: '', entered, faults, said: new Map() }
      const trouble = troubleOf(shown, []).map(each => ({ ...each, id: '' }))
      return ask(db, reply, { code, form, trouble, status: 400 })
    }
    const now = systemClock.now()
    const config = loadConfig(configSchema, environments({ ...facts, settings }).web)
    const wrong = await makeFirstHousehold(
      reply,
      { db, keys, clock: systemClock, config },
      {
        form,
        setUpCode: code,
        also: trx => saveInstallationSettings(trx, keys, { settings: entered, now }),
      },
    )
    if (wrong.length > 0) return ask(db, reply, { code, form, faults: wrong, status: 400 })
    const runs = await startAgain()
    // A page that is still starting reloads itself.
    if (config.PUBLIC_URL === here) return reply.redirect('/', 303)
    return send(reply, savedView(about, { settings, notices: [], runs, isFirst: false }))
  }

  function savedView(
    { wording: { say }, code }: About,
    shown: { settings: Environment; notices: Finding[]; runs: boolean; isFirst: boolean },
  ): PageView {
    const { settings, notices, runs, isFirst } = shown
    const needsCode = settings['SIGN_IN'] === 'accounts' && isFirst
    return {
      title: say('firstStart.savedTitle'),
      lines: [
        say(runs ? 'firstStart.runs' : 'firstStart.starts'),
        ...(needsCode ? [say('firstStart.codeAgain', { code })] : []),
      ],
      notices,
      link: { address: `${settings['PUBLIC_URL']}/`, text: say('firstStart.goOn') },
    }
  }

  await service.ready()
  return {
    path,
    /** The time that a request may take to arrive. */
    requestMs: uploadMs,
    /** The code that opens the page now, for the log; undefined once somebody has an account. */
    code: () => withDatabase(async db => ((await hasPeople(db)) ? undefined : setUpCode(keys))),
    /** The settings as they stand, and whether a household is still to be started with them. */
    read: () =>
      withDatabase(async db => {
        const stands = await standing(await readStored(db, { keys, logger }))
        const isNew = startsHere(stands.settings) && !(await hasPeople(db))
        return { ...stands, isNew }
      }),
    /** The page at its path, and elsewhere a redirect to it. */
    answer: (request: IncomingMessage, response: ServerResponse) =>
      service.routing(request, response),
    /** Resolves when other settings have been saved, or a backup was restored. */
    nextSave() {
      saved = Promise.withResolvers()
      return saved.promise
    },
    /** Home runs with the settings that were saved. */
    running: () => started.resolve(),
    close: () => service.close(),
  }
}

/** The address that the browser shows. A proxy may pass another one on, but a form says where it comes from. */
function addressOf({ headers: { origin = '' }, protocol, host }: FastifyRequest): string {
  return (URL.parse(origin) ?? URL.parse(`${protocol}://${host}`))?.origin ?? ''
}

/** What is wrong with a field, in the language of the page. */
function troubleAt(id: string, text: string) {
  return { id, text, fix: '', language: '' }
}
