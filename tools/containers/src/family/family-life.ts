import { waitFor } from '@night-routine/servers'
import type { Household } from './household.ts'
import type { Installation } from '../installation/installation.ts'
import { disagreements, readHistory, readNights, type PlannedNight } from './nights.ts'

/** What a family does while its installation is in trouble, and everything that it has decided so far. */
export interface FamilyLife {
  /** Books another babysitter each time, on the page's own endpoint. @returns the status of the answer */
  tryToBook: () => Promise<number>
  /** The same, where nothing may be in the way. @returns the babysitter's name */
  book: () => Promise<string>
  /** Gives a night to the other parent, by a new title in the calendar. @returns the night's date */
  edit: () => Promise<string>
  /** Whether the plan holds everything that was decided. */
  isFollowed: () => Promise<boolean>
  /** Waits until plan and calendar agree on everything that was ever decided, with its history. */
  agree: () => Promise<void>
}

/** What takes longer is a failure: without any notification the calendar is read every two minutes. */
export const patienceSeconds = 150

/** The life of a household that is signed in and has a calendar. */
export function familyLife(installation: Installation, home: Household): FamilyLife {
  const decided = new Map<string, string>()
  let history: string[] = []
  let bookings = 0
  let edits = 0

  // Bookings have the even days, so that an edit always meets a parent's name. Tonight may end any moment.
  const night = async (remainder: 0 | 1, turn: number): Promise<PlannedNight> => {
    const nights = (await readNights(installation))
      .slice(2)
      .filter(({ date }) => (Date.parse(date) / 86_400_000) % 2 === remainder)
    const chosen = nights[turn % nights.length]
    if (chosen === undefined) throw new Error('there is no plan')
    return chosen
  }
  const undecided = (plan: readonly PlannedNight[]) =>
    [...decided].filter(([date, who]) =>
      plan.every(one => one.date !== date || one.who !== who || !one.override),
    )

  const faults = async () => {
    const plan = await readNights(installation)
    const said = await readHistory(installation)
    const lost = history.filter((line, index) => said[index] !== line)
    history = said
    return [
      ...disagreements(plan, await home.events()),
      ...undecided(plan).map(([date, who]) => `${date}: ${who} was decided`),
      ...lost.map(line => `lost from the history: ${line}`),
    ]
  }
  async function tryToBook(): Promise<{ status: number; sitter: string }> {
    bookings += 1
    const sitter = `Sitter ${bookings} of many`
    const { id, date } = await night(0, bookings)
    const { status, body } = await home.visitor.send('/api/assignment-babysitter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assignment_id: id, babysitter_name: sitter }),
    })
    await body?.cancel()
    if (status === 200) decided.set(date, sitter)
    // It may have been stored before the answer was lost.
    else decided.delete(date)
    return { status, sitter }
  }

  return {
    tryToBook: async () => (await tryToBook()).status,
    async book() {
      const { status, sitter } = await tryToBook()
      if (status !== 200) throw new Error(`a booking was answered with ${status}`)
      return sitter
    },
    async edit() {
      const turn = edits
      edits += 1
      // The plan may be out of reach now: the calendar knows the nights, too.
      const odd = (await home.events())
        .slice(2)
        .filter(({ start }) => (Date.parse(start.date ?? '') / 86_400_000) % 2 === 1)
      const { start, summary } = odd[turn % odd.length] ?? {}
      const date = start?.date ?? ''
      const other = summary?.startsWith('[Alex]') ? 'Robin' : 'Alex'
      await home.editTitle(date, `[${other}] 🌃👶Routine`)
      decided.set(date, other)
      return date
    },
    isFollowed: async () => undecided(await readNights(installation)).length === 0,
    async agree() {
      let last: string[] = []
      await waitFor(
        'plan, calendar and decisions agree',
        async () => {
          last = await faults()
          return last.length === 0
        },
        patienceSeconds,
      ).catch(error => {
        throw new Error(`${String(error)}: ${last.join('; ')}`, { cause: error })
      })
    },
  }
}
