import { readCalendarEvents } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import type { EventEdit } from '@night-routine/google-emulator'
import { bookBabysitter, giveNight } from '@night-routine/household'
import * as fc from 'fast-check'
import t from 'tap'
import { by, day, nightOn } from '@night-routine/testing/household'
import { memoryCalendar } from '../../../calendar/test/memory-calendar.ts'
import { selectFamily } from '../connected-provider.ts'
import { livingCalendarAt, routine } from './living-calendar.ts'

const startLiving = (test: Parameters<typeof livingCalendarAt>[1], remembersRemoved: boolean) =>
  livingCalendarAt(async db => {
    await selectFamily(db)
    return memoryCalendar({ remembersRemoved })
  }, test)

type Living = Awaited<ReturnType<typeof startLiving>>

const names = { a: 'Alex', b: 'Robin', kim: 'Kim' } as const
type Who = keyof typeof names

/** What a person does in the calendar. `who`: the person that the title names. */
type Edit =
  | { kind: 'title'; night: string; who: Who; spelling: number }
  | { kind: 'odd'; night: string; summary: string }
  | { kind: 'remove' | 'move' | 'time' | 'repeat' | 'color'; night: string }

/** Actions of people and of the system, in any order. `during`: an edit while it runs. */
type Act =
  | Edit
  | { kind: 'page'; night: string; who: Who }
  | { kind: 'expire' }
  | { kind: 'pull'; during: Edit | null }
  /** `lost`: the response to its first write is lost. */
  | { kind: 'push'; lost: boolean; during: Edit | null }

const night = fc.constantFrom('2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24')
const who = fc.constantFrom<Who>('a', 'b', 'kim')
const odd = fc.oneof(
  fc.constantFrom('', '   ', routine, `[] ${routine}`, '[Alex] [Robin]', 'x'.repeat(8192)),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => `[${text}]`),
)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('title'), night, who, spelling: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('odd'), night, summary: odd }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove', 'move', 'time', 'repeat', 'color'),
      night,
    }),
  },
)
const during = fc.option(edit)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 7, arbitrary: edit },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('page'), night, who }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pull'), during }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('push'), lost: fc.boolean(), during }) },
)

const spellings = [
  (name: string) => `[${name}] ${routine}`,
  (name: string) => `[${name.toUpperCase()}]`,
  (name: string) => `[${name}] please`,
]
const changes: Record<'move' | 'time' | 'repeat', EventEdit> = {
  move: { start: { date: '2026-12-24' }, end: { date: '2026-12-25' } },
  time: { start: { dateTime: '2026-11-21T19:00Z' }, end: { dateTime: '2026-11-21T20:00Z' } },
  repeat: { recurrence: ['RRULE:FREQ=WEEKLY'] },
}

const nameIn = (title = '') => /\[(.*)\]/.exec(title)?.[1]?.toLowerCase() ?? null

/** What people did in the calendar since the last read, by night. */
interface Unread {
  chosen: Map<string, Who>
  /** The titles at the last read: restoring or respelling one chooses no one. */
  before: Map<string, string>
}
const nothing = (): Unread => ({ chosen: new Map(), before: new Map() })

async function change(living: Living, done: Edit, { chosen, before }: Unread): Promise<void> {
  const { calendarId, control, eventId } = living
  const title = (await titles(living)).get(done.night)
  if (title === undefined) return
  if (!before.has(done.night)) before.set(done.night, title)
  if (done.kind === 'remove') {
    await control.removeEvent(calendarId, await eventId(done.night))
    chosen.delete(done.night)
  } else if (done.kind === 'odd') {
    await living.edit(done.night, { summary: done.summary })
    chosen.delete(done.night)
  } else if (done.kind === 'title') {
    const text = spellings[done.spelling]?.(names[done.who]) ?? ''
    await living.edit(done.night, { summary: text, status: 'confirmed' })
    if (nameIn(before.get(done.night)) === nameIn(text)) chosen.delete(done.night)
    else chosen.set(done.night, done.who)
  } else {
    const location = crypto.randomUUID()
    await living.edit(done.night, done.kind === 'color' ? { location } : changes[done.kind])
  }
}

async function perform(living: Living, done: Act, unread: Unread): Promise<Unread> {
  const { db, trouble } = living
  if (done.kind === 'pull') return read(living, unread, done.during)
  if (done.kind === 'expire') await trouble.expireSyncTokens()
  else if (done.kind === 'page') {
    const { id } = await nightOn(db, done.night)
    await householdTransaction<unknown>(db, trx =>
      done.who === 'kim'
        ? bookBabysitter(trx, { id, babysitter: { name: 'Kim' }, ...by })
        : giveNight(trx, { id, to: done.who, ...by }),
    )
  } else if (done.kind === 'push') {
    const { during: late, lost } = done
    const earlier = await titles(living)
    if (lost) await trouble.loseAnswer()
    if (late) trouble.meanwhile(() => change(living, late, unread))
    await living.push().catch(() => undefined)
    await trouble.clearFaults()
    for (const [written, title] of await titles(living))
      if (earlier.get(written) !== title && written !== late?.night) unread.before.delete(written)
  } else await change(living, done, unread)
  return unread
}

/** The titles of the events, even removed or moved ones, by their nights. */
async function titles({ calendarId, control, db }: Living): Promise<Map<string, string>> {
  const said = new Map((await control.events()).map(({ id, summary = '' }) => [id, summary]))
  return new Map(
    (await readCalendarEvents(db, calendarId)).flatMap(({ night: of, eventId }) => {
      const title = said.get(eventId)
      return title === undefined ? [] : [[of.toString(), title] as const]
    }),
  )
}

/** After each read, the person in an edited title has the night. */
async function read(living: Living, { chosen }: Unread, late: Edit | null): Promise<Unread> {
  const unread = nothing()
  if (late) living.trouble.meanwhile(() => change(living, late, unread))
  await living.pull()
  await living.trouble.clearFaults()
  // A read of several requests may have the edit that was made after the first one.
  const hasLate = late !== null && (await isKnown(living, late.night))
  if (hasLate) chosen.delete(late.night)
  const all = (await living.nights()).map(text => text.replace(' (locked)', '').toLowerCase())
  for (const [one, person] of [...chosen, ...(hasLate ? unread.chosen : [])])
    if (!all.includes(`${one} ${person}`)) throw new Error(`${one} ${person}, not ${all.join()}`)
  return hasLate ? nothing() : unread
}

async function isKnown({ calendarId, control, db, eventId }: Living, of: string) {
  const id = await eventId(of)
  const row = (await readCalendarEvents(db, calendarId)).find(one => one.eventId === id)
  return (await control.events()).some(one => one.id === id && one.etag === row?.etag)
}

// A read finds our own last writes, and asks for what only they could show.
const isQuiet = (calls: readonly string[], round: number) =>
  calls.every(method => method === 'GET') && (round === 0 || calls.length <= 1)

for (const remembersRemoved of [true, false])
  t.test(`in any order, no edit is lost, and all agree; removed: ${remembersRemoved}`, async t => {
    const living = await startLiving(t, remembersRemoved)
    const property = fc.asyncProperty(
      fc.array(act, { minLength: 4, maxLength: 14 }),
      async acts => {
        let unread = nothing()
        for (const one of acts) unread = await perform(living, one, unread)
        await read(living, unread, null)
        await living.waitUntilIdle({ isQuiet })
        const nights = await readNights(living.db, day('2000-01-01'), day('2200-01-01'))
        const planned = nights.map(({ night: of, babysitter, caregiver }) => {
          const name = babysitter?.name ?? (caregiver === 'a' ? names.a : names.b)
          return `${of.toString()} [${name}]`.toLowerCase()
        })
        const said = (await living.events()).map(text =>
          text.replace(/\][^\]]*$/, ']').toLowerCase(),
        )
        if (planned.join() !== said.join()) throw new Error(`${planned.join()}\n${said.join()}`)
      },
    )
    await t.resolves(fc.assert(property, { numRuns: process.env['LONG_TESTS'] ? 150 : 25 }))
  })
