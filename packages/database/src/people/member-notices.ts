import type { Queryable, Transaction } from '../connection/connect.ts'
import { recordedEntry, type RecordedEntry } from '../nights/history.ts'

/** Shows an entry of the history to these people, until each of them has seen it. */
export async function addMemberNotices(trx: Transaction, entry: bigint, emails: readonly string[]) {
  if (emails.length === 0) return
  const rows = emails.map(email => ({ email, entry }))
  await trx.insertInto('account_notices').values(rows).execute()
}

/** What a person has not seen yet, newest first. */
export async function readMemberNotices(q: Queryable, email: string): Promise<RecordedEntry[]> {
  return q
    .selectFrom('account_notices')
    .innerJoin('history', 'history.id', 'account_notices.entry')
    .select(recordedEntry)
    .where('email', '=', email)
    .orderBy('history.id', 'desc')
    .execute()
}

/** A person has seen an entry, and all before it. Repeating it changes nothing. */
export async function seeMemberNotices(
  q: Queryable,
  { email, entry }: { email: string; entry: bigint },
) {
  await q
    .deleteFrom('account_notices')
    .where('email', '=', email)
    .where('entry', '<=', entry)
    .execute()
}
