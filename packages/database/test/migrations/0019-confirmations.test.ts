import { createSession } from '@night-routine/database/people'
import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { migrateWithin, migrations } from '../../src/connection/migrate.ts'

const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`
const alex = 'alex@example.com'

t.test('known networks, sessions and notices are kept', async t => {
  const { db } = await emptyDatabase(t)
  await migrateWithin(db, migrations, { upTo: '0018-unlisted-events' })
  await sql`insert into accounts (email, subject) values (${alex}, 'a')`.execute(db)
  await sql`insert into identities (id, email, created_at) values
    (${id(1)}, ${alex}, now()), (${id(2)}, 'no-account@example.com', now())`.execute(db)
  await sql`insert into sign_in_addresses (account_id, address_hash, last_at) values
    (${id(1)}, 'home', now()), (${id(2)}, 'away', now())`.execute(db)
  const signIn = (token: string) =>
    sql`insert into sessions (token_hash, email, subject, created_at, last_seen_at)
      values (${token}, ${alex}, 'a', now(), now())`.execute(db)
  await signIn('before')
  for (const kind of ['password-recovered', 'moved-back'])
    await sql`insert into notices (kind, created_at) values (${kind}, now())`.execute(db)

  await migrateWithin(db, migrations, { upTo: '0019-confirmations' })
  const networks = sql`select email, network_hash from account_networks`
  t.strictSame((await networks.execute(db)).rows, [{ email: alex, network_hash: 'home' }])
  await signIn('the version before')
  const session = { tokenHash: 'new', email: alex, subject: 'a' }
  await createSession(db, { ...session, now: Temporal.Instant.from('2026-11-20T12:00:00Z') })
  const prefixed = await sql`select token_hash from sessions where is_prefixed`.execute(db)
  t.strictSame(prefixed.rows, [{ token_hash: 'new' }])
  const shown = await sql`select kind from notices where dismissed_at is null`.execute(db)
  t.strictSame(shown.rows, [{ kind: 'moved-back' }], 'each person sees what happens from now on')
})
