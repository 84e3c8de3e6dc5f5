import type { Response } from 'undici'
import type { Family, ParentId } from './family.ts'
import type { Random } from './random.ts'
import type { FamilyRecord, Who } from './record.ts'

/** A night as the API shows it. */
interface ShownNight {
  id: number
  date: string
  kind: string
  parent: ParentId | null
  name: string | null
  override: boolean
}

/** What acts need to know. */
export interface Scene {
  family: Family
  record: FamilyRecord
  random: Random
  names: Record<ParentId, string>
  tonight: string
  /** Whether the calendar can be reached: then people also write into it. */
  hasCalendar: boolean
}

/** What became of an act. */
export type Outcome = 'done' | 'refused' | 'nothing to do'

const sitters = ['Dana', 'Kim', 'Noor', 'Lou']
const other = { a: 'b', b: 'a' } as const

/** Who does a night, in the record's words. */
export function whoOf({ kind, parent, name }: Pick<ShownNight, 'kind' | 'parent' | 'name'>): Who {
  if (kind === 'open') return 'open'
  return parent ?? `sitter:${(name ?? '').toLowerCase()}`
}

/** Sends a request as a parent, who signs in again where the session has ended. */
export async function send(
  family: Family,
  { as, path, body, method = body === undefined ? 'GET' : 'POST' }: Request,
): Promise<Response> {
  const ask = () =>
    family.people[as].send(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
  const answer = await ask()
  if (answer.status !== 401) return answer
  await answer.body?.cancel()
  await family.signIn(as)
  return ask()
}

interface Request {
  as: ParentId
  path: string
  body?: object
  method?: string
}

/** The JSON of an answer. @throws Error for any other status than 200 */
export async function read<T>(family: Family, path: string, as: ParentId = 'a'): Promise<T> {
  const answer = await send(family, { as, path })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The nights from one date to another. */
export async function readShown(family: Family, from: string, to: string): Promise<ShownNight[]> {
  return (await read<{ nights: ShownNight[] }>(family, `/api/nights?from=${from}&to=${to}`)).nights
}

/**
 * Sends a change.
 * @returns its answer, with the change only if it is a new one; undefined if it was refused, as a person may be
 */
async function change<T = object>(scene: Scene, request: Request) {
  const answer = await send(scene.family, request)
  if (answer.status === 200) {
    const done = (await answer.json()) as T & { change: string | null }
    const isKnown = done.change !== null && scene.record.changes.includes(done.change)
    return isKnown ? { ...done, change: null } : done
  }
  const text = await answer.text()
  if (![400, 404, 409].includes(answer.status))
    throw new Error(`${request.path}: ${answer.status} ${text.slice(0, 300)}`)
  return undefined
}

/** A change of one night, which leaves it with `who`, or unlocked. */
async function decideOn(
  scene: Scene,
  night: ShownNight,
  { path, body, who }: { path: string; body: object; who: Who | undefined },
): Promise<Outcome> {
  const as = scene.random.pick(['a', 'b'] as const)
  const done = await change(scene, { as, path: `/api/nights/${night.id}/${path}`, body })
  if (done === undefined) return 'refused'
  if (done.change === null) return 'nothing to do'
  scene.record.decide({ [night.date]: who }, done.change)
  return 'done'
}

async function ahead(scene: Scene, days = 20): Promise<ShownNight[]> {
  const to = Temporal.PlainDate.from(scene.tonight).add({ days })
  return readShown(scene.family, scene.tonight, to.toString())
}

/** A night of the coming weeks that fits. */
async function nightThat(
  scene: Scene,
  fits: (night: ShownNight) => boolean,
): Promise<ShownNight | undefined> {
  const nights = (await ahead(scene)).filter(fits)
  return nights.length === 0 ? undefined : scene.random.pick(nights)
}

/** Whether it can be swapped: a locked night cannot, and the same swap again changes nothing. */
function isFree({ parent, override }: ShownNight): boolean {
  return parent !== null && !override
}

type Act = (scene: Scene) => Promise<Outcome>

const onPages: Record<string, { weight: number; act: Act }> = {
  book: {
    weight: 8,
    async act(scene) {
      const night = await nightThat(scene, () => true)
      const name = scene.random.pick(sitters)
      if (night === undefined) return 'nothing to do'
      const who = `sitter:${name.toLowerCase()}`
      return decideOn(scene, night, { path: 'babysitter', body: { name }, who })
    },
  },
  give: {
    weight: 7,
    async act(scene) {
      const night = await nightThat(scene, ({ parent }) => parent !== null)
      if (!night?.parent) return 'nothing to do'
      const to = other[night.parent]
      return decideOn(scene, night, { path: 'give', body: { to }, who: to })
    },
  },
  lock: {
    weight: 2,
    async act(scene) {
      const night = await nightThat(scene, ({ override, kind }) => !override && kind !== 'open')
      if (night === undefined) return 'nothing to do'
      return decideOn(scene, night, { path: 'lock', body: {}, who: whoOf(night) })
    },
  },
  unlock: {
    weight: 6,
    async act(scene) {
      const night = await nightThat(scene, ({ override }) => override)
      if (night === undefined) return 'nothing to do'
      return decideOn(scene, night, { path: 'unlock', body: {}, who: undefined })
    },
  },
  swap: {
    weight: 5,
    async act(scene) {
      const one = await nightThat(scene, isFree)
      const two = await nightThat(scene, night => isFree(night) && night.parent !== one?.parent)
      if (!one?.parent || !two?.parent) return 'nothing to do'
      const path = `/api/nights/${one.id}/swap`
      const done = await change(scene, { as: 'a', path, body: { with: two.id } })
      if (done === undefined) return 'refused'
      if (done.change === null) return 'nothing to do'
      scene.record.decide({ [one.date]: two.parent, [two.date]: one.parent }, done.change)
      return 'done'
    },
  },
  ask: {
    weight: 5,
    async act(scene) {
      const { random, tonight } = scene
      const night = await nightThat(
        scene,
        ({ parent, date }) => parent !== null && date !== tonight,
      )
      if (!night?.parent) return 'nothing to do'
      const [as, of] = [night.parent, other[night.parent]]
      const back = random.chance(0.5)
        ? await nightThat(scene, ({ parent, date }) => parent === of && date !== tonight)
        : undefined
      const asked = await change<{ id: string }>(scene, {
        as,
        path: '/api/asks',
        body: { night: night.date, word: 'Choir', ...(back && { return: back.date }) },
      })
      if (asked === undefined) return 'refused'
      const answer = random.chance(0.7) ? 'accept' : 'decline'
      const path = `/api/asks/${asked.id}/answer`
      const answered = await change(scene, { as: of, path, body: { answer } })
      if (answered === undefined) return 'refused'
      if (answer === 'accept') {
        // Its answer does not name the change, so the next undo is of another change.
        scene.record.decide({ [night.date]: of, ...(back && { [back.date]: as }) }, null)
      }
      return 'done'
    },
  },
  note: {
    weight: 4,
    async act(scene) {
      const night = await nightThat(scene, () => true)
      if (night === undefined) return 'nothing to do'
      const body = { note: `Bath first ${scene.random.below(1000)}`, shared: true }
      const done = await change(scene, { as: 'b', path: `/api/nights/${night.id}/note`, body })
      if (done === undefined) return 'refused'
      if (done.change !== null) scene.record.decide({}, done.change)
      return 'done'
    },
  },
  absence: {
    weight: 4,
    async act(scene) {
      const { random, tonight } = scene
      const from = Temporal.PlainDate.from(tonight).add({ days: 2 + random.below(20) })
      const to = from.add({ days: random.below(4) })
      const parent = random.pick(['a', 'b'] as const)
      const body = { parent, from: from.toString(), to: to.toString() }
      const done = await change(scene, { as: parent, path: '/api/absences', body })
      if (done === undefined) return 'refused'
      if (done.change !== null) scene.record.decide({}, done.change)
      return 'done'
    },
  },
  shares: {
    weight: 1,
    async act(scene) {
      const settings = { share: scene.random.pick([40, 45, 50, 50, 55, 60]) }
      const request = {
        as: 'a',
        path: '/api/settings',
        method: 'PATCH',
        body: { settings },
      } as const
      const done = await change(scene, request)
      if (done === undefined) return 'refused'
      if (done.change !== null) scene.record.decide({}, done.change)
      return 'done'
    },
  },
  undo: {
    weight: 5,
    async act(scene) {
      const undoable = scene.record.undoable
      if (undoable === undefined) return 'nothing to do'
      const path = `/api/changes/${undoable}/undo`
      const done = await change(scene, { as: 'b', path, body: {} })
      if (done === undefined) return 'refused'
      if (done.change !== null) scene.record.undo(done.change)
      return 'done'
    },
  },
}

/** Writes another name into the event of a night. */
async function retitle(scene: Scene, night: ShownNight, who: Who, name: string): Promise<Outcome> {
  await scene.family.editEvent(night.date, { title: `[${name}] 🌃👶Routine` })
  scene.record.decide({ [night.date]: who }, null)
  return 'done'
}

const inTheCalendar: Record<string, { weight: number; act: Act }> = {
  'write the other parent': {
    weight: 9,
    async act(scene) {
      const night = await nightThat(scene, ({ parent }) => parent !== null)
      if (!night?.parent) return 'nothing to do'
      const who = other[night.parent]
      return retitle(scene, night, who, scene.names[who])
    },
  },
  'write a babysitter': {
    weight: 5,
    async act(scene) {
      const name = scene.random.pick(sitters)
      const who = `sitter:${name.toLowerCase()}`
      const night = await nightThat(scene, shown => whoOf(shown) !== who)
      return night === undefined ? 'nothing to do' : retitle(scene, night, who, name)
    },
  },
  'correct last night': {
    weight: 3,
    async act(scene) {
      const date = Temporal.PlainDate.from(scene.tonight).subtract({ days: 1 }).toString()
      const [night] = await readShown(scene.family, date, date)
      if (!night?.parent || !scene.record.past.has(date)) return 'nothing to do'
      const who = other[night.parent]
      return retitle(scene, night, who, scene.names[who])
    },
  },
  'move an event': {
    weight: 3,
    async act(scene) {
      const night = await nightThat(scene, ({ kind }) => kind !== 'open')
      if (night === undefined) return 'nothing to do'
      const date = Temporal.PlainDate.from(night.date).add({ days: 1 + scene.random.below(5) })
      await scene.family.editEvent(night.date, { date: date.toString() })
      return 'done'
    },
  },
  'delete an event': {
    weight: 3,
    async act(scene) {
      const night = await nightThat(scene, ({ kind }) => kind !== 'open')
      if (night === undefined) return 'nothing to do'
      await scene.family.editEvent(night.date, 'delete')
      return 'done'
    },
  },
}

/** Does one thing that a family does, by chance. @returns what it was, and what became of it */
export async function act(scene: Scene): Promise<[name: string, outcome: Outcome]> {
  const acts = { ...onPages, ...(scene.hasCalendar && inTheCalendar) }
  const lots = Object.entries(acts).flatMap(([name, { weight }]) => Array(weight).fill(name))
  const name = String(scene.random.pick(lots))
  return [name, (await acts[name]?.act(scene)) ?? 'nothing to do']
}
