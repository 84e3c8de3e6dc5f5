import { randomUUID } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory } from '@night-routine/database/nights'
import { readMemberReaders } from '@night-routine/database/notifications'
import { addMemberNotices } from '@night-routine/database/people'
import { isToldOf, type MemberAction } from './member-change.ts'

/**
 * Writes into the history how a person can sign in from now on, or what leaves the house, shows it to those it concerns
 * until they have seen it, and asks for the messages that tell them.
 * @param by the address of the person who changed it; null: the operator, or a stranger
 */
export async function recordMemberChange(
  trx: Transaction,
  {
    action,
    email,
    by,
    now,
    ...about
  }: {
    action: MemberAction
    /** Whose account it is. */
    email: string
    by: string | null
    now: Temporal.Instant
    /** The name of what it is about, or how many. */
    device?: string | null
    /** Of a link to a new password: `operator`, `mail`, or the address of who made it. */
    link?: string | null
    /** The network of the request. */
    network?: string | null
    /** The channel that was set up. */
    channel?: string
  },
) {
  const known = Object.entries(about).filter(([, value]) => value !== null && value !== undefined)
  const after = { account: email, ...Object.fromEntries(known) }
  const entry = { action, night: null, before: null, after, change: randomUUID(), undoes: null }
  const [id] = await appendHistory(trx, [{ at: now, actorKind: 'person', actor: by, ...entry }])
  const readers = await readMemberReaders(trx)
  const told = readers.filter(reader => isToldOf(reader, { action, email, by }))
  if (id !== undefined)
    await addMemberNotices(
      trx,
      id,
      told.map(reader => reader.email),
    )
  // Also where no one listens to changes of nights.
  await requestJob(trx, 'notify')
}
