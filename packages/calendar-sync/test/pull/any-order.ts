import { readCalendarEvents } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { bookBabysitter, giveNight } from '@night-routine/household'
import * as fc from 'fast-check'
import type { Test } from 'tap'
import { by, nightOn } from '@night-routine/testing/household'
import { routine, type livingCalendarAt, type LivingProvider } from './living-calendar.ts'

/** What else happens to the provider. */
interface Trouble {
  expireSyncTokens: () => Promise<void>
  /** The answer to the next write is lost. */
  loseAnswer: () => Promise<void>
  clearFaults: () => Promise<void>
}

type Provider = LivingProvider & { trouble: Trouble }
type Living = Awaited<ReturnType<typeof livingCalendarAt<Provider>>>

const nights = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'] as const
const names = { a: 'Alex', b: 'Robin', kim: 'Kim' } as const
type Who = keyof typeof names

/** Actions of people and of the system, in any order. `who`: the person that the action chooses, if any. */
type Act =
  | { kind: 'title'; night: string; who: Who; spelling: number }
  | { kind: 'page'; night: string; who: Who }
  | { kind: 'nonsense'; night: string }
  | { kind: 'remove'; night: string }
  | { kind: 'move'; night: string }
  | { kind: 'color'; night: string }
  | { kind: 'expire' }
  | { kind: 'pull' }
  /** `lost`: the response to its first write is lost. */
  | { kind: 'push'; lost: boolean }

const anyNight = fc.constantFrom(...nights)
const anyone = fc.constantFrom<Who>('a', 'b', 'kim')
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('title'),
      night: anyNight,
      who: anyone,
      spelling: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('page'), night: anyNight, who: anyone }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('nonsense', 'remove'), night: anyNight }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('move', 'color'), night: anyNight }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pull') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('push'), lost: fc.boolean() }) },
)

const spellings = [
  (name: string) => `[${name}] ${routine}`,
  (name: string) => `[${name.toUpperCase()}]`,
  (name: string) => `[${name}] please`,
]

const nameIn = (title = '') => /\[(.*)\]/.exec(title)?.[1]?.toLowerCase() ?? null

/** What people did in the calendar since the last read, by night. */
interface Unread {
  chosen: Map<string, Who>
  /** The titles at the last read: restoring or respelling one chooses no one. */
  before: Map<string, string>
}

async function perform(living: Living, done: Act, unread: Unread): Promise<void> {
  const { db, calendarId, control, trouble, edit, eventId } = living
  const { chosen, before } = unread
  if ('night' in done && done.kind !== 'page' && !before.has(done.night))
    before.set(done.night, (await titles(living)).get(done.night) ?? '')
  switch (done.kind) {
    case 'title': {
      const summary = spellings[done.spelling]?.(names[done.who]) ?? ''
      await edit(done.night, { summary, status: 'confirmed' })
      if (nameIn(before.get(done.night)) === nameIn(summary)) chosen.delete(done.night)
      else chosen.set(done.night, done.who)
      return
    }
    case 'page': {
      const { id } = await nightOn(db, done.night)
      await householdTransaction<unknown>(db, trx =>
        done.who === 'kim'
          ? bookBabysitter(trx, { id, babysitter: { name: 'Kim' }, ...by })
          : giveNight(trx, { id, to: done.who, ...by }),
      )
      return
    }
    case 'nonsense':
      await edit(done.night, { summary: 'Bedtime' })
      chosen.delete(done.night)
      return
    case 'remove':
      await control.removeEvent(calendarId, await eventId(done.night)).catch(() => undefined)
      chosen.delete(done.night)
      return
    case 'move':
      await edit(done.night, { start: { date: '2026-12-24' }, end: { date: '2026-12-25' } })
      return
    case 'color':
      await edit(done.night, { location: crypto.randomUUID() })
      return
    case 'expire':
      return trouble.expireSyncTokens()
    case 'pull':
      return read(living, unread)
    case 'push': {
      const earlier = await titles(living)
      if (done.lost) await trouble.loseAnswer()
      await living.push().catch(() => undefined)
      await trouble.clearFaults()
      for (const [written, title] of await titles(living))
        if (earlier.get(written) !== title) before.delete(written)
    }
  }
}

/** The titles of the events, even removed or moved ones, by their nights. */
async function titles({ calendarId, control, db }: Living): Promise<Map<string, string>> {
  const events = await control.events(calendarId)
  const said = new Map(events.map(({ id, summary = '' }) => [id, summary]))
  return new Map(
    (await readCalendarEvents(db, calendarId)).flatMap(({ night, eventId }) => {
      const title = said.get(eventId)
      return title === undefined ? [] : [[night.toString(), title] as const]
    }),
  )
}

/** After each read, the person in an edited title has the night. */
async function read({ pull, nights: shown }: Living, { chosen, before }: Unread): Promise<void> {
  await pull()
  const all = (await shown()).map(text => text.replace(' (locked)', '').toLowerCase())
  for (const [one, who] of chosen)
    if (!all.includes(`${one} ${who}`)) throw new Error(`${one} ${who}, not ${all.join()}`)
  chosen.clear()
  before.clear()
}

/** In any order of actions, no edit is lost, and calendar and plan agree. */
export async function checkAnyOrder(
  t: Test,
  living: Living,
  {
    numRuns,
    isQuiet,
  }: { numRuns: number; isQuiet?: (calls: readonly string[], round: number) => boolean },
): Promise<void> {
  const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async acts => {
    const unread: Unread = { chosen: new Map(), before: new Map() }
    for (const one of acts) await perform(living, one, unread)
    await read(living, unread)
    await living.waitUntilIdle(isQuiet && { isQuiet })
    const planned = (await living.nights()).map(text =>
      text
        .replace(' (locked)', '')
        .replace(/ a$/, ' Alex')
        .replace(/ b$/, ' Robin')
        .replace(/ (\S+)$/, ' [$1]')
        .toLowerCase(),
    )
    const said = (await living.events()).map(text => text.replace(/\].*$/, ']').toLowerCase())
    if (planned.join() !== said.join()) throw new Error(`${planned.join()}\n${said.join()}`)
  })
  await t.resolves(fc.assert(property, { numRuns }))
}
