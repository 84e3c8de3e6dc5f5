import { disagreements } from '@night-routine/chaos'
import { waitFor } from '@night-routine/servers'
import type { Household } from './household.ts'
import type { Installation } from '../installation/installation.ts'
import { readHistory, readNights, type PlannedNight } from './plan.ts'

/** What a family does while its installation is in trouble, and everything that it has decided so far. */
export interface FamilyLife {
  /** Books another babysitter each time, on the page's own endpoint. @returns the status of the answer */
  tryToBook: () => Promise<number>
  /** The same, where nothing may be in the way. @returns the babysitter's name */
  book: () => Promise<string>
  /** Gives a night to the other parent, by a new title in the calendar. */
  edit: () => Promise<void>
  /** Whether the plan holds everything that was decided. */
  isFollowed: () => Promise<boolean>
  /** Waits until plan and calendar agree on everything that was ever decided, with its history. */
  agree: () => Promise<void>
}

/** What takes longer is a failure: without any notification the calendar is read every two minutes. */
export const patienceSeconds = 150

const names = { a: 'Alex', b: 'Robin' }
const isOdd = (date: string) => (Date.parse(date) / 86_400_000) % 2 === 1

/** The life of a household that is signed in and has a calendar. */
export function familyLife(installation: Installation, home: Household): FamilyLife {
  const decided = new Map<string, string>()
  let history: string[] = []
  let bookings = 0
  let edits = 0

  const undecided = (plan: readonly PlannedNight[]) =>
    [...decided].filter(([date, who]) =>
      plan.every(
        ({ night, caregiver, babysitter, override }) =>
          night.toString() !== date || !override || (babysitter?.name ?? caregiver) !== who,
      ),
    )

  const faults = async () => {
    const plan = await readNights(installation)
    const said = await readHistory(installation)
    const lost = history.filter((line, index) => said[index] !== line)
    history = said
    const tonight = plan[0]?.night ?? Temporal.Now.plainDateISO()
    const calendars = new Map([['family', await home.events()]])
    return [
      ...disagreements({
        nights: plan,
        names,
        tonight,
        oldest: tonight,
        calendarId: 'family',
        calendars,
      }),
      ...undecided(plan).map(([date, who]) => `${date}: ${who} was decided`),
      ...lost.map(line => `lost from the history: ${line}`),
    ]
  }
  async function tryToBook(): Promise<{ status: number; sitter: string }> {
    bookings += 1
    const sitter = `Sitter ${bookings} of many`
    // Bookings have the even days, so that an edit always meets a parent's name. Tonight may end any moment.
    const even = (await readNights(installation))
      .slice(2)
      .filter(({ night }) => !isOdd(night.toString()))
    const { id, night } = even[bookings % even.length] ?? {}
    const body = { assignment_id: id, babysitter_name: sitter }
    const answer = await home.visitor.json('/api/assignment-babysitter', body)
    await answer.body?.cancel()
    if (answer.status === 200) decided.set(String(night), sitter)
    // It may have been stored before the answer was lost.
    else decided.delete(String(night))
    return { status: answer.status, sitter }
  }

  return {
    tryToBook: async () => (await tryToBook()).status,
    async book() {
      const { status, sitter } = await tryToBook()
      if (status !== 200) throw new Error(`a booking was answered with ${status}`)
      return sitter
    },
    async edit() {
      // The plan may be out of reach now: the calendar knows the nights, too.
      const odd = (await home.events()).slice(2).filter(({ start }) => isOdd(start.date ?? ''))
      const { start, summary } = odd[edits % odd.length] ?? {}
      edits += 1
      const other = summary?.startsWith('[Alex]') ? 'b' : 'a'
      await home.editTitle(start?.date ?? '', `[${names[other]}] 🌃👶Routine`)
      decided.set(start?.date ?? '', other)
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
