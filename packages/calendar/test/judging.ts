import type { Caregiver } from '@night-routine/fairness'
import { eventTitle } from '@night-routine/wording'
import { eventHash } from '../src/event-hash.ts'
import { judge, type JudgedNight, type Verdict } from '../src/judge.ts'
import type { RemoteEvent } from '../src/port.ts'
import type { KnownEvent } from '../src/text-origin.ts'

export const night = Temporal.PlainDate.from('2026-11-20')
export const names = { a: 'Alex', b: 'Robin' }
export const openTitles = ['No one yet', 'Personne']
export const routine = '🌃👶Routine'

export function planned(
  caregiver: Caregiver | null,
  babysitter: string | null = null,
  override = false,
): JudgedNight {
  return { caregiver, babysitter: named(babysitter), override }
}

function named(babysitter: string | null) {
  return babysitter === null ? null : { name: babysitter }
}

/** The event of a night as we write it, at etag "1". */
export function written(caregiver: Caregiver | null = 'a', babysitter: string | null = null) {
  const openTitle = openTitles[0] ?? ''
  const summary = eventTitle({ caregiver, names, openTitle, babysitter: named(babysitter) })
  const said = {
    status: 'confirmed',
    summary,
    startDate: night,
    endDate: night.add({ days: 1 }),
  } as const
  return {
    eventId: 'nr0',
    etag: '"1"',
    ...said,
    description: '',
    repeats: false,
    properties: { app: 'night-routine', night: night.toString(), hash: eventHash(said) },
  } satisfies RemoteEvent
}

/** What we know after the response to that write. */
export function known(change: Partial<KnownEvent> = {}): KnownEvent {
  return {
    night,
    etag: '"1"',
    pushedMeaning: eventHash(written()),
    judgedMeaning: null,
    state: 'present',
    ...change,
  }
}

/** The next version of the event, changed by a person or by us. */
export function edited(change: Partial<RemoteEvent>): RemoteEvent {
  return { ...written(), etag: '"2"', ...change }
}

export const timed = { startDate: null, endDate: null }

/** A removed event as the calendar returns it: its id, and no other reliable field. */
export const removed: RemoteEvent = {
  ...edited({ status: 'cancelled', summary: '', ...timed }),
  properties: {},
}

/** The verdict on a version of the event of a night that is Alex's (a) by default. */
export function verdict(
  remote: RemoteEvent,
  facts: Partial<Parameters<typeof judge>[0]> = {},
): Verdict {
  return judge({
    remote,
    known: known(),
    night: planned('a'),
    names,
    earlierNames: [],
    babysitters: [],
    openTitles,
    oldestChangeable: night.subtract({ days: 5 }),
    ...facts,
  })
}

/** Expected verdicts on an edited event. */
export const ours = { kind: 'ours', etag: '"2"' }
export const same = { kind: 'same', etag: '"2"' }
export const assign = (caregiver: 'a' | 'b', misplaced: string | null = null) => ({
  kind: 'assign',
  caregiver,
  misplaced,
})
export const babysitter = (name: string) => ({ kind: 'babysitter', name, misplaced: null })
export const restore = (because: string) => ({ kind: 'restore', because })
