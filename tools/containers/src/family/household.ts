import type { EmulatorEvent } from '@night-routine/google-emulator'
import { waitFor } from '@night-routine/servers'
import type { Installation } from '../installation/installation.ts'
import { query } from './plan.ts'
import type { Visitor } from './visitor.ts'

const calendar = 'family'

/** The parents of an installation, with the calendar that they share at the emulator. */
export interface Household {
  visitor: Visitor
  signIn(): Promise<void>
  selectCalendar(): Promise<void>
  /** Switches the published site on, in the settings. */
  publish(): Promise<void>
  /** Where the published site is read, once the settings page links to it; its name cannot be guessed. */
  sitePath(): Promise<string>
  /** Books a babysitter for a night of the plan. */
  book(date: string, babysitter: string): Promise<void>
  /** The nights in the calendar by date, once there are at least `atLeast`. */
  events(atLeast?: number): Promise<EmulatorEvent[]>
  /** Writes another title into a night's event, as a parent does in the calendar's own app. */
  editTitle(date: string, title: string): Promise<void>
}

/** Alex, at the browser, in an installation that is up. */
export async function family(installation: Installation): Promise<Household> {
  const visitor = await installation.visitor()
  const control = await installation.control()
  const nights = async () => {
    const all = await control.events(calendar)
    const present = all.filter(
      ({ status, summary }) => status !== 'cancelled' && summary?.includes('🌃'),
    )
    return present.toSorted((one, other) => (day(one) < day(other) ? -1 : 1))
  }
  return {
    visitor,
    // The proxy may still be fetching its certificate, and a busy machine may answer the callback too late.
    signIn: async () => {
      let last: unknown
      await waitFor('the sign-in', () =>
        visitor.signIn('alex@example.com').then(
          () => true,
          error => {
            last = error
            return false
          },
        ),
      ).catch(error => {
        throw new Error(`${String(error)}: ${String(last)}`, { cause: error })
      })
    },
    selectCalendar: async () => {
      await visitor.form('/calendars/select', { calendar_id: calendar })
    },
    publish: () => publish(visitor),
    sitePath: () => sitePath(visitor),
    async book(date, babysitter) {
      const [id = ''] = await query(
        installation,
        `select id from assignments where night = '${date}'`,
      )
      await visitor.form('/nights/babysitter', { assignment_id: id, babysitter_name: babysitter })
    },
    events: (atLeast = 1) =>
      waitFor(`${atLeast} nights in the calendar`, async () => {
        const found = await nights()
        return found.length >= atLeast && found
      }),
    async editTitle(date, title) {
      const event = (await nights()).find(one => day(one) === date)
      if (event === undefined) throw new Error(`there is no event on ${date}`)
      await control.editEvent(calendar, event.id, { summary: title })
    },
  }
}

/** The same, signed in, with a month of nights in the selected calendar. */
export async function familyWithCalendar(installation: Installation): Promise<Household> {
  const home = await family(installation)
  await home.signIn()
  await home.selectCalendar()
  await home.events(30)
  return home
}

/** Switches the published site on, in the settings. */
export async function publish(visitor: Visitor, password?: string): Promise<void> {
  const asked = { page: 'sharing', publish: 'on', publishNames: 'names', step: 'save' }
  const { status } = await visitor.confirmed('/settings', asked, password)
  if (status !== 302) throw new Error(`publishing was answered with ${status}`)
}

/** Where the published site is read, once the settings page links to it. */
export function sitePath(visitor: Visitor): Promise<string> {
  return waitFor('the address of the published site', async () => {
    const page = await visitor.page('/settings/sharing')
    return /href="https?:\/\/[^/"]+(\/s\/[0-9a-f]{32}\/)"/.exec(page)?.[1] ?? false
  })
}

function day({ start }: EmulatorEvent): string {
  return start.date ?? ''
}
