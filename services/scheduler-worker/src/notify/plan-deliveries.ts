import { parentNames, wordingFor } from '@night-routine/wording'
import { readCalendar, readRestoration } from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  markAsksTold,
  readEntriesOf,
  readNightNote,
  readNights,
  readParents,
  readUntoldAsks,
} from '@night-routine/database/nights'
import {
  addDeliveries,
  readMemberReaders,
  readEntriesAfter,
  readNotificationCursor,
  readPushSubscriptions,
  readRecipients,
  readReminded,
  saveNotificationCursor,
  type DeliveryToPlan,
} from '@night-routine/database/notifications'
import { readParentsByEmail } from '@night-routine/database/people'
import {
  memberActions,
  accountChangeIn,
  isBefore,
  isToldOf,
  longestHorizon,
  readSettings,
  tonight,
  zoneOf,
} from '@night-routine/household'
import {
  deliveriesTo,
  messagesFor,
  reminderDue,
  type ChannelId,
} from '@night-routine/notifications'

/** How long a change of how people sign in is worth a message: longer than a worker is down, or a message waits. */
const accountNews = { hours: 96 }

export type NotifyFacts = Awaited<ReturnType<typeof readFacts>>

/** Reads who wants what, where it goes, and the plan from tonight on. */
export async function readFacts(q: Queryable, now: Temporal.Instant) {
  const settings = await readSettings(q)
  const night = tonight(settings, now)
  return {
    settings: { ...settings, timeZone: zoneOf(settings) },
    tonight: night,
    names: parentNames(await readParents(q), wordingFor(settings.language)),
    parents: await readParentsByEmail(q),
    people: await readRecipients(q),
    memberReaders: await readMemberReaders(q),
    accountEntries: await readEntriesOf(q, {
      actions: memberActions,
      since: now.subtract(accountNews),
    }),
    subscriptions: await readPushSubscriptions(q),
    note: (await readNightNote(q, night))?.note ?? null,
    plan: await readNights(q, night, night.add({ days: longestHorizon })),
  }
}

/**
 * Plans a delivery for each device of each person with a message. Call it inside `householdTransaction`: every change
 * of a night holds that lock, so no entry before the cursor can appear later.
 */
export async function planDeliveries(
  trx: Transaction,
  facts: NotifyFacts,
  { now, setUp }: { now: Temporal.Instant; setUp: readonly ChannelId[] },
): Promise<void> {
  await addDeliveries(trx, await dueReminders(trx, facts, { now, setUp }), now)
  await addDeliveries(trx, accountDeliveries(facts, setUp), now)
  // After a restore, the next pull changes the plan back to what the calendar has.
  if ((await readRestoration(trx)) && (await readCalendar(trx))) return
  await addDeliveries(trx, await askDeliveries(trx, facts, setUp), now)
  await markAsksTold(trx)
  const cursor = await readNotificationCursor(trx)
  const entries = await readEntriesAfter(trx, cursor)
  const last = entries.at(-1)
  if (last === undefined) return
  const listeners = facts.people.filter(({ changes }) => changes)
  const messages = messagesFor(listeners, { ...facts, entries })
  const message = { kind: 'changes', key: `${cursor + 1n}-${last.id}`, sinceEntry: cursor } as const
  const told = listeners.filter(({ email }) => messages.has(email))
  await addDeliveries(trx, deliveriesTo(told, message, { ...facts, setUp }), now)
  await saveNotificationCursor(trx, last.id)
}

/**
 * The reminders of tonight that are due and not on record. A person who also gets changes has one recorded even if
 * the night is not theirs: if it becomes theirs later, they get a change.
 */
export async function dueReminders(
  q: Queryable,
  facts: NotifyFacts,
  { now, setUp }: { now: Temporal.Instant; setUp: readonly ChannelId[] },
): Promise<DeliveryToPlan[]> {
  const { people, settings, tonight: night, plan } = facts
  const due = people.filter(({ reminderAt }) =>
    reminderDue({ reminderAt, tonight: night }, settings, now),
  )
  if (due.length === 0) return []
  const reminded = await readReminded(q, night)
  const caregiver = plan.find(one => one.night.equals(night))?.caregiver
  const message = { kind: 'reminder', key: night.toString(), sinceEntry: null } as const
  const told = due.filter(
    ({ email, parent, changes }) => !reminded.has(email) && (changes || caregiver === parent),
  )
  return deliveriesTo(told, message, { ...facts, setUp })
}

/** The messages about how people sign in, by every way there is; a person who was removed has only a mailbox left. */
function accountDeliveries(facts: NotifyFacts, setUp: readonly ChannelId[]): DeliveryToPlan[] {
  return facts.accountEntries.flatMap(entry => {
    const change = accountChangeIn(entry)
    if (change === undefined) return []
    const { action, email, channel } = change
    const isGone =
      action === 'account-removed' && !facts.memberReaders.some(one => one.email === email)
    const told = facts.memberReaders.filter(reader => isToldOf(reader, change))
    const ways = told.map(reader => ({
      email: reader.email,
      channels: [...new Set(['email', 'push', ...reader.channels])].filter(
        each => each !== channel || reader.email !== email,
      ),
    }))
    const people = [...ways, ...(isGone ? [{ email, channels: ['email'] }] : [])]
    const message = { kind: 'account', key: entry.id.toString(), sinceEntry: null } as const
    return deliveriesTo(people, message, { ...facts, setUp })
  })
}

/** Nobody wants to hear at the turn of the day that nobody answered. */
const morning = Temporal.PlainTime.from('08:00')

/** The messages about asks that have changed: to the parent who is asked, or to the one who asked. */
async function askDeliveries(q: Queryable, facts: NotifyFacts, setUp: readonly ChannelId[]) {
  const { people, settings, tonight: night } = facts
  const { timeZone } = settings
  const asks = (await readUntoldAsks(q)).filter(({ state }) => state !== 'withdrawn')
  return asks.flatMap(ask => {
    const isOpen = ask.state === 'open'
    const kind = isOpen ? ('ask' as const) : ('ask-answer' as const)
    const isUnanswered = ask.state === 'ended' && isBefore(ask.night, night)
    const notBefore = night.toZonedDateTime({ timeZone, plainTime: morning }).toInstant()
    const message = { kind, key: ask.id, sinceEntry: null, ...(isUnanswered && { notBefore }) }
    const told = people.filter(({ parent }) => (parent === ask.parent) !== isOpen)
    return deliveriesTo(told, message, { ...facts, setUp })
  })
}
