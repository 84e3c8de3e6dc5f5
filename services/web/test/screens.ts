import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { undoable } from './recorded-changes.ts'
import { shownHousehold, token, type Circumstances } from './shown-household.ts'
import { long, shown } from './shown-nights.ts'

/** One state of one page, as a person sees it. */
export interface Screen {
  name: string
  address: string
  /** Actions before the check. */
  after?: (page: Page) => Promise<unknown>
  /** Shown without script: a night is a section of the page, not a dialog. */
  plain?: boolean
  /** What is seen without scrolling: tonight, or the actions of the open night. */
  atOnce?: 'tonight' | 'actions'
}

type AssociatedData = [path: string, more?: Omit<Screen, 'name' | 'address'>]

const preview = { after: (page: Page) => page.locator('[value=preview]').first().click() }
const refusal = {
  async after(page: Page) {
    const typed = page.locator('.fields input:not([type=hidden], [type=checkbox])')
    for (const field of await typed.all()) await field.fill('-')
    await page.locator('[value=save]').first().click()
  },
}
const wholeForm = {
  async after(page: Page) {
    await page.locator('[name=page]').evaluate('field => field.remove()')
    await page.locator('[value=save]').first().click()
  },
}
const absence = {
  async after(page: Page) {
    await page.locator('#parent').selectOption('a')
    await page.locator('#from').fill('2026-12-01')
    await page.locator('[value=preview]').last().click()
  },
}
const roster = {
  async after(page: Page) {
    await page.locator('#repeating summary').click()
    await page.locator('[id="repeating.parent"]').selectOption('a')
    await page.locator('[id="repeating.cycle"]').fill('4, 2')
    await page.locator('[id="repeating.from"]').fill('2026-12-01')
    await page.locator('#repeating [value=preview]').click()
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
const leftWith = (notice: string) => ({
  async after(page: Page) {
    await page.context().addCookies([{ name: 'notice', value: notice, url: page.url() }])
    await page.reload()
  },
})
const unfold = {
  after: (page: Page) =>
    page.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`),
}

/** Screens with names, checked with short and with overlong ones. */
const named: Record<string, AssociatedData> = {
  month: ['/', { atOnce: 'tonight' }],
  // With an ask above its actions, it is longer than the smallest phone.
  planned: [`/?night=${shown.planned}`],
  'planned-section': [`/?night=${shown.planned}`, { plain: true }],
  ask: [`/?night=${shown.own}&choice=ask`, { atOnce: 'actions' }],
  give: [`/?night=${shown.own}&choice=give&to=b`, { atOnce: 'actions' }],
  'swap-choice': [`/?night=${shown.planned}&choice=swap`],
  'book-babysitter': [
    `/?night=${shown.planned}&choice=babysitter&sitter=Jo`,
    { atOnce: 'actions' },
  ],
  'away-choice': [`/?night=${shown.planned}&choice=away&to=2026-11-25`, { atOnce: 'actions' }],
  unlock: [`/?night=${shown.locked}&choice=unlock`, { atOnce: 'actions' }],
  weight: [`/?night=${shown.planned}&choice=weight`, { atOnce: 'actions' }],
  'weight-confirm': [`/?night=${shown.planned}&weight=2`, { atOnce: 'actions' }],
  note: [`/?night=${shown.planned}&choice=note`, { atOnce: 'actions' }],
  swap: [`/?night=${shown.planned}&swap=${shown.away}`, { atOnce: 'actions' }],
  'swap-section': [`/?night=${shown.planned}&swap=${shown.away}`, { plain: true }],
  babysitter: [`/?night=${shown.babysitter}`],
  locked: [`/?night=${shown.locked}`, { atOnce: 'actions' }],
  statistics: ['/statistics'],
  settings: ['/settings'],
  'settings-sharing': ['/settings/sharing'],
  you: ['/you'],
  channel: ['/you/channels/apprise'],
  'channel-refused': ['/you/channels/apprise?typed=gotify'],
  'absence-source': ['/settings/absences/calendar'],
  'absence-source-refused': ['/settings/absences/calendar?refused=yes'],
  'settings-advanced': ['/settings/advanced', unfold],
  preview: ['/settings/advanced', preview],
  history: ['/history', unfold],
  share: [`/share/${token}`],
  'new-link': ['/new-link'],
  'new-invitation': ['/new-invitation'],
  'import-found': ['/import?found=yes'],
}

const others: Record<string, AssociatedData> = {
  'other-month': ['/?month=2026-12'],
  'just-done': ['/', leftWith(`given.${undoable}`)],
  away: [`/?night=${shown.away}`],
  open: [`/?night=${shown.open}`],
  'too-old': [`/?night=${shown.tooOld}`],
  calendars: ['/calendars'],
  'settings-refused': ['/settings/advanced', refusal],
  'settings-whole-form': ['/settings', wholeForm],
  'absence-preview': ['/settings', absence],
  'roster-preview': ['/settings', roster],
  'history-night': ['/history?night=2026-11-25&before=99', unfold],
  'you-refused': ['/you', nothingChosen],
  unsubscribe: ['/unsubscribe?token=x'],
  'ask-link': ['/asks/link?token=x'],
  help: ['/help'],
  import: ['/import'],
  'import-refused': ['/import?found=refused'],
  offline: ['/offline'],
  'error-400': ['/?month=november'],
  'error-403': ['/fails/403'],
  'error-404': ['/nowhere'],
  'error-500': ['/fails/500'],
  'error-502': ['/fails/502'],
  'error-503': ['/fails/503'],
}

/** The households, and the screens checked in each. */
export const households: {
  household: Circumstances
  places: Record<string, AssociatedData>
  mark?: string
}[] = [
  { household: {}, places: { ...named, ...others } },
  { household: { names: long }, places: named, mark: '-long-names' },
  {
    household: { signedOut: true },
    places: {
      'signed-out': ['/'],
      'error-401': ['/fails/401'],
      'one-more-step': ['/one-more-step'],
      stranger: ['/turned-away/stranger'],
      'invitation-in-use': ['/turned-away/in-use'],
      'invitation-used': ['/turned-away/used'],
      'invitation-expired': ['/turned-away/expired'],
      'invitation-unknown': ['/turned-away/unknown'],
      invitation: ['/invitations/open'],
    },
  },
  { household: { signedOut: true, closed: true }, places: { 'nobody-may-enter': ['/'] } },
  {
    household: { empty: true },
    places: {
      'first-choose': ['/'],
      'calendars-none': ['/calendars'],
      'set-up': ['/set-up'],
      'set-up-refused': ['/set-up?refused'],
      'statistics-empty': ['/statistics'],
      'history-empty': ['/history'],
    },
  },
  {
    household: { connection: 'absent', empty: true },
    places: { 'first-connect': ['/'], 'calendars-absent': ['/calendars'] },
  },
  {
    household: { ownServers: true },
    places: {
      month: ['/'],
      calendars: ['/calendars', unfold],
      help: ['/help'],
      'set-up': ['/set-up'],
    },
    mark: '-own-servers',
  },
  {
    household: { ownServers: true, empty: true },
    places: { 'first-choose': ['/'], 'calendars-none': ['/calendars'] },
    mark: '-own-servers',
  },
  {
    household: { ownServers: true, disconnecting: true },
    places: { 'calendars-disconnecting': ['/calendars'] },
    mark: '-own-servers',
  },
  {
    household: { ownServers: true, signedOut: true },
    places: { 'signed-out': ['/'], 'error-401': ['/fails/401'] },
    mark: '-own-servers',
  },
  {
    household: { ownCredentials: true, signedOut: true },
    places: {
      'sign-in': ['/identity/sign-in/sign-in'],
      'sign-in-refused': ['/identity/sign-in/sign-in?refused=yes'],
      join: ['/identity/sign-in/join'],
      'first-account': ['/identity/sign-in/first'],
      'identity-link': ['/identity/link/open'],
      'identity-link-refused': ['/identity/link/open?refused=yes'],
      'identity-link-expired': ['/identity/link/expired'],
      'identity-link-used': ['/identity/link/used'],
      'identity-link-unknown': ['/identity/link/unknown'],
      forgot: ['/identity/forgot'],
      'forgot-sent': ['/identity/forgot/sent'],
      stranger: ['/turned-away/stranger'],
      'other-account': ['/turned-away/other-account'],
      invitation: ['/invitations/open'],
    },
    mark: '-own',
  },
  {
    household: { ownCredentials: true },
    places: {
      you: ['/you'],
      password: ['/you/password'],
      confirm: ['/confirm/both'],
      'confirm-passkey': ['/confirm/passkey'],
      'confirm-provider': ['/confirm/provider'],
      secure: ['/you/secure'],
      'second-factor': ['/you/second-factor'],
      'new-recovery-codes': ['/you/new-codes'],
      'new-access-token': ['/you/new-token'],
      'new-passkey': ['/you/passkeys'],
      'new-password-link': ['/new-password-link'],
    },
    mark: '-own-accounts',
  },
  {
    household: { ownCredentials: true, toSetUp: 'joined' },
    places: { 'offers-passkey': ['/', unfold] },
  },
  { household: { unnamed: true }, places: { 'first-names': ['/'] } },
  { household: { connection: 'broken' }, places: { reconnect: ['/'] } },
  { household: { notices: true }, places: { notices: ['/', unfold] } },
  {
    household: { toSetUp: 'alone' },
    places: { 'just-set-up': ['/', leftWith('set-up')] },
  },
  {
    household: { toSetUp: 'invited', names: long },
    places: { invited: ['/'] },
    mark: '-long-names',
  },
  { household: { toSetUp: 'joined' }, places: { joined: ['/'] } },
  { household: { toSetUp: 'unknown' }, places: { 'which-parent': ['/'] } },
  {
    household: { disconnecting: true },
    places: { disconnecting: ['/'], 'calendars-disconnecting': ['/calendars'] },
  },
]

/** Every screen of the service in one language, or those that have one of these names. */
export async function everyScreen(
  t: Pick<Test, 'teardown'>,
  language: string,
  names?: string[],
): Promise<Screen[]> {
  const screens = households.map(async ({ household, places, mark = '' }) => {
    const wanted = Object.entries(places).filter(([name]) => names?.includes(name + mark) ?? true)
    if (wanted.length === 0) return []
    const address = await shownHousehold(t, { ...household, language })
    return wanted.map(([name, [path, more]]) => ({
      name: name + mark,
      address: address + path,
      ...more,
    }))
  })
  return (await Promise.all(screens)).flat()
}
