import {
  forgetCalendar,
  forgetToken,
  markTokenBroken,
  raiseNotice,
  saveCalendar,
  saveDisconnectRequest,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  createPasskey,
  findCredentials,
  identityLinkPath,
  saveRecoveryCodes,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import {
  bindMember,
  createInvitation,
  createSession,
  letIn,
  revokeInvitationsOf,
  saveMemberLanguage,
  saveMemberParent,
  spendInvitation,
} from '@night-routine/database/people'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { sync } from '../src/nights/home/sync.ts'
import { newToken, tokenHash } from '../src/plugins/session.ts'
import { Browser } from './browser.ts'
import { alex as alexSession, noWakes } from './demo-household.ts'
import { day } from './nights.ts'
import { newHousehold, ownHousehold } from './other-households.ts'
import { long } from './recorded-changes.ts'
import { renameParents, seededWeb } from './seeded-web.ts'
import { selectFamily } from './selected-calendar.ts'
import { firstPerson, goodPassword, keys as ownKeys } from './web-with-credentials.ts'

const alex = 'alex@example.com'
const robin = 'robin@example.com'

/** One state of one page, as a person sees it. */
export interface Screen extends Place {
  name: string
  address: string
  language: string
  cookies: Cookies
}

type Cookies = readonly { name: string; value: string }[]

interface Place {
  /** Actions before the check. */
  after?: (page: Page) => Promise<unknown>
  /** Shown without script: a night is a section of the page, not a dialog. */
  plain?: boolean
  /** What is seen without scrolling: tonight, or the actions of the open night. */
  atOnce?: 'tonight' | 'actions'
  /** With everything open that can be folded. */
  unfold?: boolean
  /** Its address works once. */
  once?: boolean
}

type Places = Record<string, [path: string, more?: Place]>

/** Sends a form as it is, whatever the browser thinks of it, and waits for the page that it leads to. */
const submit = async (page: Page, form: string, typed: Record<string, string> = {}) => {
  for (const [name, text] of Object.entries(typed))
    await page.locator(`${form} [name="${name}"]`).first().fill(text)
  await Promise.all([
    page.waitForEvent('framenavigated'),
    page.evaluate(`HTMLFormElement.prototype.submit.call(document.querySelector('${form}'))`),
  ])
  await page.waitForLoadState()
}
/** The same with a form of no page. */
const post = async (page: Page, path: string, fields: Record<string, string> = {}) => {
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${path}' })
    form.id = 'posted'
    for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
      form.append(Object.assign(document.createElement('input'), { name, value }))
    document.body.append(form)
  }`)
  await submit(page, '#posted')
}
const password = () => ({ password: goodPassword })
const confirm = '#main form:has([name=confirmation])'
const posted = (path: string, fields: Record<string, string>, answer?: () => object) => ({
  after: async (page: Page) => {
    await post(page, path, fields)
    if (answer) await submit(page, confirm, { ...answer() })
  },
})
const filled = (form: string, typed: Record<string, string> = {}) => ({
  after: (page: Page) => submit(page, form, typed),
})

const press = async (page: Page, button: string, shown: string) => {
  await page.locator(button).first().click()
  await page.locator(shown).waitFor()
}
const preview = {
  async after(page: Page) {
    await page.locator('#lookAheadDays').fill('20')
    await press(page, '[value=preview]', '#preview-title')
  },
}
const refusal = {
  async after(page: Page) {
    const typed = page.locator('.fields input:not([type=hidden], [type=checkbox])')
    for (const field of await typed.all()) await field.fill('-')
    await press(page, '[value=save]', '[role=alert]')
  },
}
const absence = {
  async after(page: Page) {
    await page.locator('#parent').selectOption('a')
    await page.locator('#from').fill('2026-12-10')
    await press(page, '#absences [value=preview]', '#preview-title')
  },
}
const roster = {
  async after(page: Page) {
    await page.locator('#repeating summary').click()
    await page.locator('[id="repeating.parent"]').selectOption('a')
    await page.locator('[id="repeating.cycle"]').fill('4, 2')
    await page.locator('[id="repeating.from"]').fill('2026-12-01')
    await press(page, '#repeating [value=preview]', '#preview-title')
  },
}
const weeks = {
  async after(page: Page) {
    await page.locator('#agreements summary').click()
    for (const value of ['weeks', 'date'])
      await page.locator(`#agreements [value=${value}]`).check({ force: true })
    await page.locator('[id="agreement.from"]').fill('2026-11-27')
    await press(page, '#agreements [value=preview]', '#preview-title')
  },
}
const nothingChosen = {
  async after(page: Page) {
    // As without script, which saves each switch at once.
    await page.evaluate(`{
      const form = document.querySelector('#reminders')
      for (const name of ['reminder_at', 'quiet_to']) form.elements[name].value = ''
      for (const name of ['by_push', 'by_email']) form.elements[name].checked = false
      form.submit()
    }`)
    await page.locator('[role=alert]').waitFor()
  },
}
const imports = (...lines: string[]) => ({
  async after(page: Page) {
    const file = { name: 'nights.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await page.locator('#file').setInputFiles(file)
    await submit(page, 'form[action="/import"]')
  },
})
const leftWith = (notice: string) => ({
  async after(page: Page) {
    await page.context().addCookies([{ name: 'notice', value: notice, url: page.url() }])
    await page.reload()
  },
})
const unfold = { unfold: true }

/** The screens of `places` at this address, to somebody with these cookies. */
const showing = (origin: string, cookies: Cookies | string = []) => {
  const own = typeof cookies === 'string' ? [{ name: 'session', value: cookies }] : cookies
  return (places: Places, { mark = '', language = 'en' } = {}): Screen[] =>
    Object.entries(places).map(([name, [path, more]]) => ({
      name: `${name}${mark}${language === 'en' ? '' : `-${language}`}`,
      address: origin + path,
      language,
      cookies: own,
      ...more,
    }))
}

const pick = (places: Places, names: string[]): Places =>
  Object.fromEntries(Object.entries(places).filter(([name]) => names.includes(name)))

/**
 * Every screen of the service, one after the other: the household changes between them, so each is looked at before
 * the next.
 * @param translations the languages beside English that those with little room are shown in, too: their words are longer
 */
export async function* everyScreen(
  t: Pick<Test, 'teardown'>,
  translations: readonly string[] = [],
): AsyncGenerator<Screen> {
  yield* ofNewHousehold(t, translations)
  yield* ofSeededHousehold(t, translations)
  yield* ofOwnHousehold(t, translations)
}

async function* ofNewHousehold(
  t: Pick<Test, 'teardown'>,
  translations: readonly string[],
): AsyncGenerator<Screen> {
  const { web, origin } = await newHousehold(t)
  const { db, clock } = web
  const now = clock.now()
  const strangers = showing(origin)
  yield* strangers({ 'signed-out': ['/'], 'error-401': ['/settings'] })
  for (const language of translations) yield* strangers({ 'signed-out': ['/'] }, { language })

  const person = new Browser(web)
  await person.signIn(alex)
  const invitation = async (at = now) => {
    const token = newToken()
    const created = { tokenHash: tokenHash(token), parent: 'b', createdBy: alex, now: at } as const
    await transaction(db, trx => createInvitation(trx, created))
    return token
  }
  const used = await invitation()
  const [{ id } = { id: 0n }] = await db.selectFrom('invitations').select('id').execute()
  await transaction(db, trx => spendInvitation(trx, { id, email: robin, now }))
  const revoked = await invitation()
  await transaction(db, trx => revokeInvitationsOf(trx, alex, now))
  const open = await invitation()
  yield* strangers({
    invitation: [`/invitations/${open}`],
    'invitation-used': [`/invitations/${used}`],
    'invitation-revoked': [`/invitations/${revoked}`],
    'invitation-expired': [`/invitations/${await invitation(now.subtract({ hours: 999 }))}`],
    'invitation-unknown': [`/invitations/${newToken()}`],
  })
  for (const [name, consent, path] of [
    ['stranger', { email: 'stranger@example.com' }, '/auth'],
    ['invitation-in-use', { email: alex }, `/invitations/${open}/sign-in`],
    ['one-more-step', { email: alex, scopes: ['openid', 'email'] }, '/auth?intent=connect'],
  ] satisfies [string, Parameters<Browser['consent']>[0], string][]) {
    const visitor = new Browser(web)
    const back = await visitor.consent(consent, path)
    const cookies = [...visitor.cookies].map(([key, value]) => ({ name: key, value }))
    yield* showing(origin, cookies)({ [name]: [back, { once: true }] })
  }

  // With all that was asked for again.
  await person.signIn(alex, '/auth?intent=connect')
  const own = showing(origin, person.cookies.get('session'))
  const setUp = 'form[action="/calendars/select"]'
  const places: Places = {
    'first-choose': ['/'],
    'set-up': ['/calendars'],
    'set-up-refused': ['/calendars', filled(setUp, { parent_b: 'alex' })],
    'statistics-empty': ['/statistics'],
    'history-empty': ['/history'],
  }
  yield* own(places)
  for (const language of translations) {
    await saveMemberLanguage(db, alex, language)
    yield* own(pick(places, ['first-choose', 'set-up']), { language })
  }
  await saveMemberLanguage(db, alex, null)
  await selectFamily(db)
  yield* own({ 'first-names': ['/'] })
  await transaction(db, async trx => {
    await forgetCalendar(trx)
    await forgetToken(trx)
  })
  yield* own({ 'first-connect': ['/'], 'calendars-absent': ['/calendars'] })
}

const night = (id: bigint | undefined) => `/?night=${id}`

async function* ofSeededHousehold(
  t: Pick<Test, 'teardown'>,
  translations: readonly string[],
): AsyncGenerator<Screen> {
  const home = await seededWeb(t)
  const { web, origin, session, shown, token } = home
  const { db, clock } = web
  const named: Places = {
    month: ['/', { atOnce: 'tonight' }],
    // With an ask above its actions, it is longer than the smallest phone.
    planned: [night(shown.planned)],
    'planned-section': [night(shown.planned), { plain: true }],
    ask: [`${night(shown.own)}&choice=ask`, { atOnce: 'actions' }],
    give: [`${night(shown.own)}&choice=give&to=b`, { atOnce: 'actions' }],
    'swap-choice': [`${night(shown.planned)}&choice=swap`],
    'book-babysitter': [
      `${night(shown.planned)}&choice=babysitter&sitter=Jo`,
      { atOnce: 'actions' },
    ],
    'away-choice': [
      `${night(shown.planned)}&choice=away&parent=a&to=2026-11-25`,
      { atOnce: 'actions' },
    ],
    unlock: [`${night(shown.locked)}&choice=unlock`, { atOnce: 'actions' }],
    weight: [`${night(shown.planned)}&choice=weight`, { atOnce: 'actions' }],
    'weight-confirm': [`${night(shown.planned)}&weight=2`, { atOnce: 'actions' }],
    note: [`${night(shown.planned)}&choice=note`, { atOnce: 'actions' }],
    swap: [`${night(shown.planned)}&swap=${shown.own}`, { atOnce: 'actions' }],
    'swap-section': [`${night(shown.planned)}&swap=${shown.own}`, { plain: true }],
    babysitter: [night(shown.babysitter)],
    locked: [night(shown.locked), { atOnce: 'actions' }],
    statistics: ['/statistics'],
    settings: ['/settings'],
    'settings-sharing': ['/settings/sharing'],
    you: ['/you'],
    channel: ['/you/channels/apprise'],
    'absence-source': ['/settings/absences/calendar'],
    'settings-advanced': ['/settings/advanced', unfold],
    preview: ['/settings/advanced', preview],
    history: ['/history', unfold],
    share: [`/share/${token}`],
  }
  const others: Places = {
    'other-month': ['/?month=2026-12'],
    'just-done': ['/', leftWith(`given.${home.change}`)],
    away: [night(shown.away)],
    open: [night(shown.open)],
    'too-old': [night(shown.tooOld)],
    calendars: ['/calendars'],
    'channel-refused': [
      '/you/channels/apprise',
      filled('form[action$="/apprise"]', { urls: 'gotify' }),
    ],
    'absence-source-refused': [
      '/settings/absences/calendar',
      filled('form[action$="/address"]', { address: 'calendar' }),
    ],
    'settings-refused': ['/settings/advanced', refusal],
    range: ['/nights/range?month=2026-12&from=2026-11-28&to=2026-12-14&pattern=halves'],
    'range-refused': ['/nights/range?from=2026-12-20&to=2026-11-20&pattern=each'],
    'absence-refused': [
      '/settings',
      { after: page => press(page, '[value=save]', '[role=alert]') },
    ],
    'absence-preview': ['/settings', absence],
    'roster-preview': ['/settings', roster],
    'agreement-preview': ['/settings', weeks],
    'history-night': ['/history?night=2026-11-25&before=99', unfold],
    'you-refused': ['/you', nothingChosen],
    'confirm-provider': ['/settings/sharing', posted('/feed', {})],
    unsubscribe: [home.unsubscribeLink],
    'ask-link': [home.askLink],
    help: ['/help'],
    import: ['/import'],
    'import-found': [
      '/import',
      imports(
        '2026-03-31,Alex',
        '2026-03-01,Alex',
        '2026-11-24,Alex',
        'soon,Kim',
        '2026-03-03,Kim',
      ),
    ],
    'import-refused': ['/import', imports('')],
    offline: ['/offline'],
    'error-400': ['/?month=november'],
    'error-404': ['/nowhere'],
  }
  const own = showing(origin, session)
  yield* own({ ...named, ...others })

  const narrow = pick({ ...named, ...others }, [
    ...Object.keys(named).filter(name => named[name]?.[1]?.atOnce !== undefined),
    'planned',
    'range',
    'statistics',
    'settings',
    'settings-sharing',
    'settings-advanced',
    'you',
    'history',
    'share',
    'calendars',
    'just-done',
    'roster-preview',
    'help',
    'import-found',
  ])
  for (const language of translations) {
    await saveMemberLanguage(db, alex, language)
    yield* own(narrow, { language })
  }
  await saveMemberLanguage(db, alex, null)

  await renameParents(home, long)
  yield* own(named, { mark: '-long-names' })
  // Robin has not come in yet.
  await saveMemberParent(db, robin, null)
  await db.updateTable('accounts').set({ home_screen_at: null }).execute()
  yield* own({ invited: ['/'] }, { mark: '-long-names' })
  await renameParents(home, 'Alex')
  for (const email of [alex, `${long.toLowerCase()}@a-long-domain.example.com`])
    await transaction(db, trx => revokeInvitationsOf(trx, email, clock.now()))
  yield* own({ 'just-set-up': ['/', leftWith('set-up')] })
  await saveMemberParent(db, robin, 'b')
  yield* own({ joined: ['/'] })
  await saveMemberParent(db, alex, null)
  yield* own({ 'which-parent': ['/'] })
  await saveMemberParent(db, alex, 'a')

  for (const [index, kind] of noticeKinds.entries()) {
    const about = index < 7 ? day('2026-11-21').add({ days: index }) : null
    await raiseNotice(db, { kind, night: about, data: noticeData }, clock.now())
  }
  yield* own({ notices: ['/', unfold] })
  await transaction(db, trx => markTokenBroken(trx, 'revoked', clock.now()))
  yield* own({ reconnect: ['/'] })
  const request = { requestedAt: clock.now(), calendarName: 'Family' }
  await transaction(db, trx => saveDisconnectRequest(trx, request))
  yield* own({ disconnecting: ['/'], 'calendars-disconnecting': ['/calendars'] })
}

/** One of each, with titles as families write them. */
const noticeKinds = [
  'unreadable',
  'name-not-allowed',
  'moved',
  'timed',
  'repeated',
  'too-old',
  'near-name',
  'reader-brake',
  'calendar-lost',
  'other-installation',
  'left-behind',
  'disconnected',
  'restored',
]
const noticeData = {
  title: 'averyveryverylongtitlewithoutanyspacetobreakitat 🌃👶Routine',
  calendarName: 'Family',
  eventsLeft: 8,
  revoked: false,
  asked: 'Alec',
  parent: 'a',
  on: '2026-11-19',
}

async function* ofOwnHousehold(
  t: Pick<Test, 'teardown'>,
  translations: readonly string[],
): AsyncGenerator<Screen> {
  const home = await ownHousehold(t, { PARENT_A: long, PARENT_B: 'Wilhelmina-Theodora' })
  const { db, origin, now, calendars } = home
  const strangers = showing(origin)
  yield* strangers({ 'first-account': ['/auth'] }, { mark: '-own' })

  await firstPerson(home.alex)
  const own = showing(origin, home.alex.cookies.get('session /')?.value)
  const servers = { mark: '-own-servers' }
  yield* own({ 'first-choose': ['/'], 'calendars-none': ['/calendars'] }, servers)
  calendars.listed.push(
    { id: 'alex', name: 'Alex', writable: true },
    { id: 'family', name: 'Family', writable: true },
    { id: 'holidays', name: 'Holidays', writable: false },
  )
  yield* own({ 'set-up': ['/calendars'] }, servers)

  const family = { calendarId: '/cal/family/', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, family))
  const clock = { now }
  await saveMemberParent(db, alex, 'a')
  await sync({ lockingDb: db, clock, wake: noWakes }, alexSession)
  yield* own(
    {
      'offers-passkey': ['/', unfold],
      calendars: ['/calendars', unfold],
      help: ['/help'],
    },
    servers,
  )
  const robins = { id: '00000000-0000-4000-8000-00000000000b', email: robin }
  await transaction(db, async trx => {
    await letIn(trx, robin, now())
    await createCredentials(trx, robins, now())
  })
  await saveMemberParent(db, robin, 'b')
  // Alex has been here long enough to vouch for Robin.
  const earlier = now().subtract({ hours: 8 * 24 })
  await db.updateTable('accounts').set({ created_at: earlier.toString() }).execute()
  const accounts = { mark: '-own-accounts' }
  yield* own(
    {
      'new-link': ['/settings/sharing', posted('/feed', {}, password)],
      'new-invitation': ['/settings', posted('/people/invitations', { parent: 'b' }, password)],
      'new-access-token': [
        '/you',
        posted('/you/tokens', { name: 'Home Assistant', scope: 'read' }, password),
      ],
      'new-password-link': [
        '/settings',
        posted('/people/password-link', { email: robin }, password),
      ],
      password: ['/you', posted('/you/password', {}, password)],
      'second-factor': ['/you', posted('/you/second-factor', {}, password)],
      'new-passkey': ['/you', posted('/you/passkeys', {}, password)],
      secure: ['/you/secure'],
    },
    accounts,
  )

  const secret = 'GEZDGNBVGY3TQOJQ'
  const known = await findCredentials(db, ownKeys, { email: alex })
  const codeHashes = Array.from({ length: 7 }, () => tokenHash(newToken()))
  const passkey = { publicKey: new Uint8Array(), counter: 0, transports: [] }
  await transaction(db, async trx => {
    const id = known?.id ?? ''
    await saveSecondFactor(trx, ownKeys, { id, secret })
    await saveRecoveryCodes(trx, id, codeHashes)
    for (const [key, name] of [
      ['nB5fs8Xh1w0Ck9Hs', 'Firefox, Android'],
      ['aQ', 'Safari, iOS'],
    ] as const)
      await createPasskey(trx, { ...passkey, id: key, identity: id, name }, now())
    await createPasskey(trx, { ...passkey, id: 'ag', identity: robins.id, name: 'Phone' }, now())
  })
  const code = () => new TOTP({ secret }).generate({ timestamp: now().epochMilliseconds })
  const places: Places = {
    you: ['/you'],
    confirm: [
      '/settings',
      posted('/people/invitations', { parent: 'b' }, () => ({ password: 'wrong', code: '1' })),
    ],
    'new-recovery-codes': [
      '/you',
      posted('/you/recovery-codes', {}, () => ({ ...password(), code: code() })),
    ],
  }
  yield* own(places, accounts)
  for (const language of translations) {
    await saveMemberLanguage(db, alex, language)
    yield* own(pick(places, ['you', 'confirm']), { ...accounts, language })
  }
  await saveMemberLanguage(db, alex, null)

  const session = newToken()
  const subject = `${origin}/identity ${robins.id}`
  await bindMember(db, robin, subject)
  const created = { tokenHash: tokenHash(session), email: robin, subject, now: now() }
  await createSession(db, created)
  const robinsOwn = showing(origin, session)
  yield* robinsOwn({ 'confirm-passkey': ['/settings/sharing', posted('/feed', {})] }, accounts)

  const invitation = newToken()
  const invites = { tokenHash: tokenHash(invitation), createdBy: alex, now: now() }
  await transaction(db, trx => createInvitation(trx, { ...invites, parent: 'b' }))
  const link = (version: number, hours = 1) =>
    identityLinkPath(ownKeys, {
      identity: robins.id,
      version,
      until: now().add({ hours }),
      by: 'operator',
    })
  const signIn = '#main form'
  const outside: Places = {
    'sign-in': ['/auth'],
    'sign-in-refused': ['/auth', filled(signIn, { email: alex, password: 'wrong' })],
    invitation: [`/invitations/${invitation}`],
    join: [`/invitations/${invitation}/sign-in`],
    'identity-link': [link(1)],
    'identity-link-refused': [link(1), filled(signIn, { password: 'short' })],
    'identity-link-expired': [link(1, -1)],
    'identity-link-used': [link(0)],
    'identity-link-unknown': ['/identity/link?token=x'],
    forgot: ['/identity/forgot'],
    'forgot-sent': ['/identity/forgot', filled(signIn, { email: alex })],
  }
  yield* strangers(outside, { mark: '-own' })
  for (const language of translations)
    yield* strangers(pick(outside, ['sign-in', 'join', 'identity-link']), {
      mark: '-own',
      language,
    })

  const request = { requestedAt: now(), calendarName: 'Family' }
  await transaction(db, trx => saveDisconnectRequest(trx, request))
  yield* own({ 'calendars-disconnecting': ['/calendars'] }, servers)
}
