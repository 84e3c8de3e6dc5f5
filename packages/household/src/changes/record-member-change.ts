import { randomUUID } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory } from '@night-routine/database/nights'
import { readMemberReaders } from '@night-routine/database/notifications'
import { addMemberNotices } from '@night-routine/database/people'
import { isToldOf, type MemberChange } from './member-change.ts'

type RequiredFacts = Pick<MemberChange, 'action' | 'email' | 'by'> & { now: Temporal.Instant }

/**
 * Writes into the history how a person can sign in from now on, or what leaves the house, shows it to those it concerns
 * until they have seen it, and asks for the messages that tell them.
 */
export async function recordMemberChange(
  trx: Transaction,
  { action, email, by, now, ...about }: RequiredFacts & Partial<MemberChange>,
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
