import { recordedBabysitter, type ParentId } from '@night-routine/database/nights'
import type { PlanEntry, Recipient } from '@night-routine/database/notifications'
import {
  howMoved,
  sameAssignee,
  type Assignee,
  type HowMoved,
  type NightMove,
} from '@night-routine/wording'

/** Who changed the nights; null for several, and for a person who is no parent. */
export type Changer = ParentId | 'calendar' | 'schedule' | null

/** Which of a person's nights moved, to them or away, and who did it. */
export interface ChangesMessage {
  moves: NightMove[]
  by: Changer
  how: HowMoved
}

/** The facts that decide who gets which message. */
export interface ChangeFacts {
  /** What happened since these people were last told, oldest first. */
  entries: readonly PlanEntry[]
  /** The plan as it stands, from tonight on. */
  plan: readonly (Assignee & { night: Temporal.PlainDate })[]
  /** Which parent each account is. */
  parents: ReadonlyMap<string, ParentId>
  tonight: Temporal.PlainDate
}

/**
 * The message for each person, by address; nothing for those whose nights are as they know them. A person knows the
 * plan from before the first change that another one made, and what their own changes made of it. So what was undone
 * since is left out, and so are one's own changes, one that both agreed on, past nights, and nights planned for the
 * first time.
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
  const moves: NightMove[] = []
  const changers = new Set<Changer>()
  const ways = new Set<HowMoved>()
  for (const { night, caregiver, babysitter } of plan) {
    const changed = changedBy.get(night.toString())
    const [before, after] = [known.get(night.toString()), { caregiver, babysitter }]
    if (changed === undefined || before === undefined || sameAssignee(before, after)) continue
    if (Temporal.PlainDate.compare(night, tonight) < 0 || !(isMine(before) || isMine(after)))
      continue
    moves.push({ night, before, after })
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

function changerOf({ actorKind, actor }: PlanEntry, parents: ReadonlyMap<string, ParentId>) {
  return actorKind === 'person' ? (parents.get(actor ?? '') ?? null) : actorKind
}

/** The nights of an entry, with undefined where one was not planned. Entries about other things have none. */
function stepsOf({ night, before, after }: PlanEntry) {
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
