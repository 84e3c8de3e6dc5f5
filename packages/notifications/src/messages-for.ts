import { recordedBabysitter, type ParentId } from '@night-routine/database/nights'
import type { PlanEntry, Recipient } from '@night-routine/database/notifications'
import { howMoved, sameAssignee, type Assignee, type HowMoved } from '@night-routine/wording'

export interface UpcomingNight extends Assignee {
  night: Temporal.PlainDate
}

/** A night that was one person's and is another's. */
export interface MovedNight {
  night: Temporal.PlainDate
  from: Assignee
  to: Assignee
}

/** Who changed the nights; null for several, and for a person who is no parent. */
export type Changer = ParentId | 'calendar' | 'schedule' | null

/** Which of a person's nights moved, to them or away, and who did it. */
export interface ChangesMessage {
  moves: MovedNight[]
  by: Changer
  how: HowMoved
}

/** The facts that decide who gets which message. */
export interface ChangeFacts {
  /** What happened since these people were last told, oldest first. */
  entries: readonly PlanEntry[]
  /** The plan as it stands, from tonight on. */
  plan: readonly UpcomingNight[]
  /** Which parent each account is. */
  parents: ReadonlyMap<string, ParentId>
  tonight: Temporal.PlainDate
}

/**
 * The message for each person, by address; nothing for those whose nights are as they know them. A person knows
 * the plan from before the first change that another one made, and what their own changes made of it. So a
 * change that was undone since is left out, and so are one's own, one that both agreed on (its answer is a separate
 * message), a past night, and a night that is planned for the first time. The calendar and the schedule always count
 * as another person.
 */
export function messagesFor(
  people: readonly Pick<Recipient, 'email' | 'parent'>[],
  facts: ChangeFacts,
): Map<string, ChangesMessage> {
  const messages = new Map<string, ChangesMessage>()
  for (const { email, parent } of people) {
    const message = messageFor({ email, parent }, facts)
    if (message.moves.length > 0) messages.set(email, message)
  }
  return messages
}

function messageFor(
  person: Pick<Recipient, 'email' | 'parent'>,
  { entries, plan, parents, tonight }: ChangeFacts,
): ChangesMessage {
  const isOwn = ({ actor, agreed }: PlanEntry) =>
    agreed || (actor !== null && (actor === person.email || parents.get(actor) === person.parent))
  const known = new Map<string, Assignee | undefined>()
  const changedBy = new Map<string, { by: Changer; how: HowMoved }>()
  const changes = Map.groupBy(entries, changeOf)
  for (const entry of entries)
    for (const { night, before, after } of stepsOf(entry)) {
      const own = isOwn(entry)
      if (own) known.set(night, after)
      else if (!known.has(night)) known.set(night, before)
      if (own) changedBy.delete(night)
      else
        changedBy.set(night, {
          by: changerOf(entry, parents),
          how: howMoved(changes.get(changeOf(entry)) ?? [entry]),
        })
    }
  const isMine = ({ caregiver }: Assignee) => caregiver === person.parent
  const moves: MovedNight[] = []
  const changers = new Set<Changer>()
  const ways = new Set<HowMoved>()
  for (const { night, ...to } of plan) {
    const changed = changedBy.get(night.toString())
    const from = known.get(night.toString())
    if (changed === undefined || from === undefined || sameAssignee(from, to)) continue
    if (Temporal.PlainDate.compare(night, tonight) < 0 || !(isMine(from) || isMine(to))) continue
    moves.push({ night, from, to: { caregiver: to.caregiver, babysitter: to.babysitter } })
    changers.add(changed.by)
    ways.add(changed.how)
  }
  const [by = null] = changers.size === 1 ? changers : []
  const [how = 'changed'] = ways.size === 1 ? ways : []
  return { moves, by, how }
}

/** Entries without a change stand for themselves. */
function changeOf({ change, id }: PlanEntry): string {
  return change ?? id.toString()
}

function changerOf(
  { actorKind, actor }: PlanEntry,
  parents: ReadonlyMap<string, ParentId>,
): Changer {
  return actorKind === 'person' ? (parents.get(actor ?? '') ?? null) : actorKind
}

/** One night of an entry; undefined where the night was not planned. */
interface Step {
  night: string
  before: Assignee | undefined
  after: Assignee | undefined
}

/** The nights of an entry. Entries about other things have none. */
function stepsOf({ night, before, after }: PlanEntry): Step[] {
  if (night !== null)
    return before?.caregiver === undefined && after?.caregiver === undefined
      ? []
      : [{ night: night.toString(), before: holderOf(before), after: holderOf(after) }]
  const [removed, added] = [caregiversOf(before), caregiversOf(after)]
  return [...new Set([...removed.keys(), ...added.keys()])].map(one => ({
    night: one,
    before: removed.get(one),
    after: added.get(one),
  }))
}

function holderOf(facts: PlanEntry['before']): Assignee | undefined {
  if (facts?.caregiver === undefined) return undefined
  return { caregiver: facts.caregiver, babysitter: recordedBabysitter(facts) }
}

/** Of nights that were planned or removed together. */
function caregiversOf(facts: PlanEntry['before']): Map<string, Assignee> {
  const { caregivers } = facts ?? {}
  if (typeof caregivers !== 'object' || caregivers === null) return new Map()
  return new Map(
    Object.entries(caregivers).map(([night, caregiver]: [string, Assignee['caregiver']]) => [
      night,
      { caregiver, babysitter: null },
    ]),
  )
}
