import { createControl } from '@night-routine/google-emulator'
import { calendarPerson } from '@night-routine/servers/caldav'
import type { Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Place } from './running-stack.ts'

/** An event of a night, as another person's calendar shows it. */
interface FamilyEvent {
  id: string
  etag: string
  summary?: string | undefined
  description?: string | undefined
  start: { date?: string | null }
}

/** Where a household signs in and keeps its calendar; also what another person does in that calendar. */
export interface Provider {
  /** What `npm start` needs to run it. */
  args: string[]
  /** The link from our page to the provider's. */
  link(page: Page): Locator
  /** Words that no page may contain. */
  never: RegExp
  /** From a page with that link through the provider's own, and back. `printed`: what the stack printed. */
  signIn(page: Page, email: string, printed: string): Promise<void>
  /** Shows once more who is there, on the page that asks for it. */
  confirm(page: Page): Promise<void>
  /** What a person reads who may not come in. */
  refusal: string
  /** Marks the calendar on the page that lists them. */
  chooseCalendar(t: Test, page: Page): Promise<void>
  events(): Promise<FamilyEvent[]>
  editTitle(id: string, summary: string): Promise<unknown>
}

const linkTo = (name: string) => (page: Page) =>
  page.getByRole('link', { name: `Sign in with ${name}` })

/** The emulator of Google. */
export function google({ EMULATOR_PORT }: Place): Provider {
  const control = createControl(`http://localhost:${EMULATOR_PORT}`)
  return {
    args: [],
    link: linkTo('Google'),
    never: /CalDAV|OpenID/,
    async signIn(page, email) {
      await this.link(page).click()
      await page.getByRole('link', { name: email }).click()
      // Like Google, the emulator shows the boxes unticked.
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await page.getByRole('button', { name: 'Allow' }).click()
    },
    async confirm(page) {
      await this.link(page).click()
      await page.getByRole('link', { name: 'alex@example.com' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    refusal: 'isn’t on this household’s list',
    chooseCalendar: async (t, page) =>
      void t.ok(await page.getByLabel('Family').isChecked(), 'the only one is marked'),
    events: async () =>
      (await control.events('family')).filter(({ status }) => status === 'confirmed'),
    editTitle: (id, summary) => control.editEvent('family', id, { summary }),
  }
}

const ownPassword = 'nine blue cups and a saucer'

/** The calendar of Night Routine, in the calendar app of a parent, and accounts of the household. */
export function ownCalendar({ PORT }: Place): Provider {
  const url = `http://localhost:${PORT}/dav/`
  const calendarId = '/dav/calendars/nights/'
  let app = calendarPerson({ url, home: url, username: '', password: '' })
  return {
    args: ['--own'],
    link: page => page.getByRole('link', { name: 'Sign in', exact: true }),
    never: /google|CalDAV|OpenID/i,
    async signIn(page, email, printed) {
      await this.link(page).click()
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel(/password/i).fill(ownPassword)
      const code = page.getByLabel('Set-up code')
      if ((await code.count()) === 0)
        return page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await code.fill(/set-up code ((?:[\dA-Z]{4}-?){3})/.exec(printed)?.[1] ?? '')
      await page.getByRole('button', { name: 'Make the account' }).click()
    },
    async confirm(page) {
      await page.getByLabel('Password').fill(ownPassword)
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    refusal: 'isn’t the address and password of an account here',
    async chooseCalendar(t, page) {
      t.equal(await page.getByLabel('Night Routine').count(), 0, 'there is no choice')
      const tab = await page.context().newPage()
      await tab.goto(`http://localhost:${PORT}/you`)
      await tab.getByRole('button', { name: 'Connect a calendar app' }).click()
      await this.confirm(tab)
      const [username, password] = await Promise.all([
        tab.getByRole('textbox', { name: 'User name' }).inputValue(),
        tab.getByRole('textbox', { name: 'Password' }).inputValue(),
      ])
      await tab.close()
      app = calendarPerson({ url, home: url, username, password })
    },
    events: async () => app.events(calendarId),
    editTitle: async (id, summary) => app.editEvent(calendarId, id, { summary }),
  }
}
