import { saveCalendar, type SelectedCalendar } from '@night-routine/database/calendar'
import {
  householdTransaction,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import { claimJob, failJob, requestJob } from '@night-routine/database/jobs'
import {
  readHistory,
  readNights,
  seedHousehold,
  type Assignment,
  type FirstValues,
  type ParentId,
} from '@night-routine/database/nights'
import { bindMember, saveMemberName, saveMemberParent } from '@night-routine/database/people'
import {
  addAbsence,
  applyCalendarEdits,
  askForNight,
  bookBabysitter,
  ChangeRefusal,
  giveNight,
  noteNight,
  planHousehold,
  readHouseholdSettings,
  saveHouseholdSettings,
  swapNights,
  undoLastChange,
  tonight,
  unlockNight,
  weighNight,
  type ChangeOrigin,
} from '@night-routine/household'
import { demoYear, type DemoStep } from './demo-year.ts'

/** The accounts of the Google emulator. */
const accounts = {
  a: { email: 'alex@example.com', subject: '100000000000000000001' },
  b: { email: 'robin@example.com', subject: '100000000000000000002' },
} as const

/**
 * Gives an empty household a year of history, by the functions that people's own changes go through;
 * one that has a history already stays as it is. All or nothing.
 * @returns whether it was made
 */
export async function makeDemoHousehold(
  db: Database,
  {
    first,
    now,
    seed,
    calendar = null,
  }: {
    first: FirstValues
    now: Temporal.Instant
    seed: string
    /** The calendar that the parents, who are both known, have chosen; null: the first sign-in chooses one. */
    calendar?: SelectedCalendar | null
  },
): Promise<boolean> {
  await seedHousehold(db, first)
  const made = await householdTransaction(db, async trx => {
    if ((await readHistory(trx, { limit: 1 })).length > 0) return false
    if (calendar !== null) await moveIn(trx, calendar, first)
    for (const step of demoYear(seed)) await take(trx, step, now)
    if (calendar !== null) for (const kind of needGrant) await requestJob(trx, kind)
    return true
  })
  if (made && calendar !== null) await awaitGrant(db)
  return made
}

/** The work that the first sign-in, which brings the grant, requests. */
const needGrant = ['channel', 'pull', 'push'] as const

/** Without a grant that work would fail again and again. No wait is longer than a day. */
async function awaitGrant(db: Database): Promise<void> {
  const wait = { waitSeconds: 23 * 3600, waitRequired: true }
  const failure = { code: 'calendarError.unauthorized', facts: {} }
  for (const kind of needGrant) {
    const claim = await claimJob(db, kind, { leaseSeconds: 60 })
    if (claim !== undefined) await failJob(db, claim, { failure, ...wait })
  }
}

/** So that the first sign-in, which brings the grant, lands on the plan. */
async function moveIn(trx: Transaction, calendar: SelectedCalendar, first: FirstValues) {
  await saveCalendar(trx, calendar)
  for (const parent of ['a', 'b'] as const) {
    const { email, subject } = accounts[parent]
    await bindMember(trx, email, subject)
    await saveMemberParent(trx, email, parent)
    const name = parent === 'a' ? first.parentA : first.parentB
    if (name) await saveMemberName(trx, email, name)
  }
}

async function take(trx: Transaction, step: DemoStep, end: Temporal.Instant): Promise<void> {
  const now = end.add({ hours: 24 * step.day + step.hour })
  if (step.kind === 'plan') {
    const actor = { kind: 'schedule', email: null } as const
    const { openNights } = await planHousehold(trx, { now, actor })
    await askGrandma(trx, openNights, now.add({ hours: 3 }))
    return
  }
  const by: ChangeOrigin = { now, actor: { kind: 'person', email: accounts[step.by].email } }
  try {
    await change(trx, step, by)
  } catch (error) {
    // A night that cannot be swapped, a change that no longer stands: people meet that, too.
    if (!(error instanceof ChangeRefusal)) throw error
  }
}

/** A babysitter does the nights on which both are away. */
async function askGrandma(
  trx: Transaction,
  nights: readonly Temporal.PlainDate[],
  now: Temporal.Instant,
) {
  for (const night of nights) {
    const [found] = await readNights(trx, night, night)
    if (found?.caregiver !== null) continue
    const actor = { kind: 'person', email: accounts.a.email } as const
    await bookBabysitter(trx, { id: found.id, babysitter: { name: 'Grandma Lou' }, now, actor })
  }
}

async function change(
  trx: Transaction,
  step: Exclude<DemoStep, { kind: 'plan' }>,
  by: ChangeOrigin,
): Promise<unknown> {
  if (step.kind === 'weekday-away') return stayAway(trx, step, by)
  if (step.kind === 'undo') return undoLastChange(trx, by)
  const { night, of, firstLocked } = await nightsFrom(trx, by)
  const date = night(step.ahead)
  if (step.kind === 'away') {
    const to = date.add({ days: step.nights - 1 })
    await addAbsence(trx, { parent: step.by, from: date, to, ...by })
    const away = Array.from({ length: step.nights }, (_, nights) => date.add({ days: nights }))
    return askGrandma(trx, away, by.now)
  }
  if (step.kind === 'repeating-away') {
    const { by: parent, weekday } = step
    return addAbsence(trx, {
      parent,
      weekdays: [weekday],
      everyWeeks: 2,
      from: date,
      to: null,
      ...by,
    })
  }
  if (step.kind === 'ask') return ask(trx, step, by)
  const found = step.kind === 'unlock' ? await firstLocked() : await of(step.ahead)
  if (found === undefined) return undefined
  const { id } = found
  switch (step.kind) {
    case 'book':
      return bookBabysitter(trx, { id, babysitter: { name: step.name }, ...by })
    case 'give':
      return giveNight(trx, { id, to: otherThan(found), ...by })
    case 'unlock':
      return unlockNight(trx, { id, ...by })
    case 'note':
      return noteNight(trx, { id, note: step.note, shared: true, ...by })
    case 'weigh':
      return weighNight(trx, { id, weight: step.weight, ...by })
    case 'swap': {
      const other = await of(step.other)
      return other && swapNights(trx, { id, otherId: other.id, ...by })
    }
    case 'edit':
      return applyCalendarEdits(trx, {
        edits: [{ night: date, ...edited(step, found) }],
        now: by.now,
      })
    default:
      return undefined
  }
}

/** Asks for the first night that can be asked for, with one in return: which ones can depends on the weekday. */
async function ask(
  trx: Transaction,
  { by: parent, ahead, word }: Extract<DemoStep, { kind: 'ask' }>,
  by: ChangeOrigin,
) {
  const { night } = await nightsFrom(trx, by)
  const coming = (await readNights(trx, night(ahead), night(30))).filter(each => !each.override)
  const of = (id: ParentId) => coming.filter(({ caregiver }) => caregiver === id)
  for (const { id } of of(parent))
    for (const back of of(otherThan({ caregiver: parent })))
      try {
        return await askForNight(trx, { id, returnId: back.id, word, ...by })
      } catch (error) {
        if (!(error instanceof ChangeRefusal)) throw error
      }
  return undefined
}

function edited({ name }: { name: string }, found: Assignment) {
  return name === ''
    ? { caregiver: otherThan(found), babysitter: null }
    : { caregiver: 'babysitter' as const, babysitter: { name } }
}

function otherThan({ caregiver }: Pick<Assignment, 'caregiver'>): ParentId {
  return caregiver === 'a' ? 'b' : 'a'
}

async function nightsFrom(trx: Transaction, { now }: ChangeOrigin) {
  const first = tonight(await readHouseholdSettings(trx), now)
  const night = (ahead: number) => first.add({ days: ahead })
  const of = async (ahead: number) => (await readNights(trx, night(ahead), night(ahead)))[0]
  const firstLocked = async () =>
    (await readNights(trx, night(1), night(7))).find(({ override }) => override)
  return { night, of, firstLocked }
}

async function stayAway(
  trx: Transaction,
  { by: parent, weekday }: Extract<DemoStep, { kind: 'weekday-away' }>,
  by: ChangeOrigin,
) {
  const settings = await readHouseholdSettings(trx)
  const parents = {
    ...settings.parents,
    [parent]: { ...settings.parents[parent], unavailableWeekdays: [weekday] },
  }
  return saveHouseholdSettings(trx, { settings: { ...settings, parents }, ...by })
}
