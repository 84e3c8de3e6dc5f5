import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientNetwork } from '@night-routine/credentials'
import type { Database, TokenKeys } from '@night-routine/database/connection'
import { attemptRecords } from '@night-routine/database/credentials'
import { saveInstallationSettings } from '@night-routine/database/installation'
import type { Finding } from '@night-routine/operations'
import {
  createService,
  systemClock,
  withinTime,
  type Environment,
  type Logger,
} from '@night-routine/service'
import {
  attemptSecret,
  checkSetUpCode,
  findAssets,
  hasPeople,
  opensSettings,
  sayError,
  securityHeaders,
  serveAssets,
  setUpCode,
  speakLanguages,
  tellInstallationChanged,
  translateError,
  wordingOf,
} from '@night-routine/web'
import type { Message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HomeFacts } from '../environments.ts'
import { examine, settingErrors } from './check.ts'
import { readForm, sealTyped, withTyped, type Form } from './form.ts'
import { formView, render, troubleOf, type FormFacts, type PageView } from './page.ts'
import { effectiveSettings, enteredNames, isEnteredName, isSet, type Entered } from './settings.ts'
import { asOwner, readStored } from './stored.ts'

const path = '/set-up'

/** More would be guesses. */
const mostRequests = 8

/** The time of a request for the check, and for the start after it. */
const handlerTimeoutMs = 39_000
const startMs = 12_000

const textField = { type: 'string', maxLength: 8_000 } as const
const bodySchema = {
  type: 'object',
  required: ['code'],
  properties: Object.fromEntries(
    ['code', 'step', 'no_mail', 'typed', ...enteredNames].map(name => [name, textField]),
  ),
} as const

type Body = Form & { code: string; step?: string }

/** The page on which people enter settings, and the settings themselves. */
export type FirstStart = Awaited<ReturnType<typeof startFirstStart>>

/** Prepares the page. It takes a connection only while it answers. */
export async function startFirstStart({
  facts,
  keys,
  env,
  trustedProxies,
  logger,
}: {
  /** All that home knows but the settings of people. */
  facts: Omit<HomeFacts, 'settings'>
  keys: TokenKeys
  env: Environment
  trustedProxies: readonly string[]
  logger: Logger
}) {
  const assets = await findAssets()
  let saved = Promise.withResolvers<void>()
  let started = Promise.withResolvers<void>()

  const withDatabase = <T>(work: (db: Database) => Promise<T>) =>
    asOwner(facts.databaseUrls.owner, work)

  const service = createService({
    logger,
    trustedProxies,
    headers: { ...securityHeaders({ PUBLIC_URL: 'http:' }), 'referrer-policy': 'no-referrer' },
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
  await speakLanguages(service, { providers: { calendar: 'caldav', signIn: null } })
  await serveAssets(service)

  function page(request: FastifyRequest, view: PageView): string {
    const { language } = wordingOf(request)
    return render({ language, stylesheet: assets.stylesheet, icon: assets.icon }, view)
  }

  function send(reply: FastifyReply, view: PageView, status = 200): FastifyReply {
    return reply.code(status).type('text/html; charset=utf-8').send(page(reply.request, view))
  }

  function askForCode(reply: FastifyReply, fault?: { fault: Message; status: number }) {
    const { say, tell } = reply.request.wording
    const trouble = fault ? [{ id: 'code', text: tell(fault.fault), fix: '', language: '' }] : []
    const view = { title: say('firstStart.title'), lines: [say('firstStart.codeWhat')] }
    return send(reply, { ...view, trouble, asksCode: true }, fault?.status)
  }

  // A confirmed person comes from the pages of web with a code in a cookie.
  service.get(path, async (request, reply) => {
    const [, brought = ''] = /(?:^|; *)set_up=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
    if (brought === '') return askForCode(reply)
    return withDatabase(async db => {
      const now = systemClock.now()
      if (!(await opensSettings(db, { keys, now }, brought))) return askForCode(reply)
      const stored = await readStored(db, { keys, logger })
      return open(reply, { code: brought, env, stored, wording: request.wording })
    })
  })
  service.get('/*', async (_request, reply) => reply.redirect(path, 303))

  service.post<{ Body: Body }>(path, { schema: { body: bodySchema } }, async (request, reply) => {
    const { code: given, step, ...form } = request.body
    return withDatabase(async db => {
      const host = { store: attemptRecords(db), clock: systemClock, secret: attemptSecret(keys) }
      const from = clientNetwork(request.ip)
      const now = systemClock.now()
      const refusal = await checkSetUpCode(host, from, () =>
        opensSettings(db, { keys, now }, given),
      )
      if (refusal !== undefined) return askForCode(reply, refusal)
      const stored = await readStored(db, { keys, logger })
      const about = { code: given, env, stored, wording: request.wording }
      return step === 'save' ? save(db, reply, { form, about }) : open(reply, about)
    })
  })

  type About = Pick<FormFacts, 'code' | 'env' | 'stored' | 'wording'>

  function sendForm(
    reply: FastifyReply,
    shown: FormFacts,
    {
      problems = [],
      notices = [],
      status = 200,
    }: { problems?: readonly Finding[]; notices?: readonly Finding[]; status?: number } = {},
  ) {
    const { say } = shown.wording
    const view = {
      title: say('firstStart.title'),
      lines: [say('firstStart.what')],
      trouble: troubleOf(shown, problems),
      refused: status !== 200,
      notices,
      form: formView(shown),
    }
    return send(reply, view, status)
  }

  /** Shows the form with what is stored, or with what fits most families. */
  async function open(reply: FastifyReply, about: About): Promise<FastifyReply> {
    const { protocol, host } = reply.request
    const here = URL.parse(`${protocol}://${host}`)?.origin
    const entered = {
      CALENDAR: 'own',
      SIGN_IN: 'accounts',
      ...(here && { PUBLIC_URL: here }),
      ...about.stored,
    }
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
    if (faults.length + said.size > 0) return sendForm(reply, shown, { status: 400 })
    const findings = await examine(settings)
    const problems = findings.filter(({ state }) => state === 'problem')
    const notices = findings.filter(({ state }) => state === 'notice')
    if (problems.length > 0) return sendForm(reply, shown, { problems, notices, status: 400 })
    const now = systemClock.now()
    await saveInstallationSettings(db, keys, { settings: entered, now })
    logger.info('settings saved')
    const hasOthers = await tellInstallationChanged(db, { ip: reply.request.ip, now })
    started = Promise.withResolvers()
    const isUp = started.promise
    saved.resolve()
    const runs = await withinTime(isUp, startMs).then(
      () => true,
      () => false,
    )
    return send(reply, savedView(about, { settings, notices, runs, isFirst: !hasOthers }))
  }

  function savedView(
    { wording: { say }, code: given }: About,
    {
      settings,
      notices,
      runs,
      isFirst,
    }: { settings: Environment; notices: Finding[]; runs: boolean; isFirst: boolean },
  ): PageView {
    return {
      title: say('firstStart.savedTitle'),
      lines: [
        say(runs ? 'firstStart.runs' : 'firstStart.starts'),
        ...(settings['SIGN_IN'] === 'accounts' && isFirst
          ? [say('firstStart.codeAgain', { code: given })]
          : []),
      ],
      notices,
      link: { address: `${settings['PUBLIC_URL']}/`, text: say('firstStart.goOn') },
    }
  }

  await service.ready()
  return {
    path,
    /** The code that opens the page now, for the log; undefined once somebody has an account. */
    code: () => withDatabase(async db => ((await hasPeople(db)) ? undefined : setUpCode(keys))),
    read: async () => standing(await withDatabase(db => readStored(db, { keys, logger }))),
    /** The page at its path, and elsewhere a redirect to it. */
    answer: (request: IncomingMessage, response: ServerResponse) =>
      service.routing(request, response),
    /** Resolves when other settings have been saved. */
    nextSave() {
      saved = Promise.withResolvers()
      return saved.promise
    },
    /** Home runs with the settings that were saved. */
    running: () => started.resolve(),
    close: () => service.close(),
  }
}
