import {
  eventHash,
  judge,
  type JudgedNight,
  type KnownEvent,
  type RemoteEvent,
  type Verdict,
} from '@night-routine/calendar'
import type { Caregiver } from '@night-routine/fairness'
import { eventText } from '@night-routine/wording'

export const night = Temporal.PlainDate.from('2026-11-20')
export const names = { a: 'Alex', b: 'Robin' }
export const nobody = ['No one yet', 'Personne']
export const routine = '🌃👶Routine'

export function planned(
  caregiver: Caregiver | null,
  babysitterName: string | null = null,
  override = false,
): JudgedNight {
  return { caregiver, babysitterName, override }
}

/** The event of a night as we write it, at etag "1". */
export function written(caregiver: Caregiver | null = 'a', babysitterName: string | null = null) {
  const { summary } = eventText({
    caregiver,
    names,
    nobody: nobody[0] ?? '',
    babysitterName,
    sentence: '',
    link: '',
  })
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

/** What we know after that write was answered. */
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

/** The next version of the event: what somebody, or we, made of it. */
export function edited(change: Partial<RemoteEvent>): RemoteEvent {
  return { ...written(), etag: '"2"', ...change }
}

export const timed = { startDate: null, endDate: null }

/** As the calendar shows a removed event: its id, and nothing that can be relied on. */
export const removed: RemoteEvent = {
  ...edited({ status: 'cancelled', summary: '', ...timed }),
  properties: {},
}

/** The verdict on a version of the event of a night that Alex (a) does, unless told otherwise. */
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
    nobody,
    oldestChangeable: night.subtract({ days: 5 }),
    ...facts,
  })
}

/** Verdicts on an edited event, as tests expect them. */
export const ours = { kind: 'ours', etag: '"2"' }
export const same = { kind: 'same', etag: '"2"' }
export const assign = (caregiver: 'a' | 'b', misplaced: string | null = null) => ({
  kind: 'assign',
  caregiver,
  misplaced,
})
export const babysitter = (name: string) => ({ kind: 'babysitter', name, misplaced: null })
export const restore = (because: string) => ({ kind: 'restore', because })
