import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { migrateWithin, migrations } from '../../src/connection/migrate.ts'

t.test('a person who had e-mail or push messages on keeps them', async t => {
  const { db } = await emptyDatabase(t)
  await migrateWithin(db, migrations, { upTo: '0013-installation-settings' })
  for (const [email, byEmail, byPush] of [
    ['both', true, true],
    ['mail', true, false],
    ['push', false, true],
    ['none', false, false],
    ['new', null, null],
  ] as const) {
    await sql`insert into accounts (email, subject) values (${email}, ${email})`.execute(db)
    if (byEmail !== null)
      await sql`insert into notification_settings (email, changes, by_email, by_push)
        values (${email}, true, ${byEmail}, ${byPush})`.execute(db)
  }
  await sql`insert into notification_deliveries
    (email, kind, key, channel, state, next_attempt_at, created_at)
    values ('mail', 'reminder', '2026-11-20', 'email', 'waiting', now(), now())`.execute(db)
  await migrateWithin(db, migrations, { upTo: '0014-channels' })
  const { rows } = await sql`
    select email, channel, is_on, settings from person_channels order by email, channel`.execute(db)
  const on = { is_on: true, settings: null }
  t.strictSame(rows, [
    { email: 'both', channel: 'email', ...on },
    { email: 'both', channel: 'push', ...on },
    { email: 'mail', channel: 'email', ...on },
    { email: 'push', channel: 'push', ...on },
  ])
  const waiting = await sql`select channel, state from notification_deliveries`.execute(db)
  t.strictSame(waiting.rows, [{ channel: 'email', state: 'waiting' }])

  await t.resolves(
    sql`insert into notification_deliveries
      (email, kind, key, channel, state, next_attempt_at, created_at)
      values ('mail', 'reminder', '2026-11-20', 'apprise', 'waiting', now(), now())`.execute(db),
    'the code alone lists the channels',
  )
  await sql`delete from accounts where email = 'both'`.execute(db)
  await sql`update accounts set email = 'other' where email = 'push'`.execute(db)
  const left = await sql`select email from person_channels order by email`.execute(db)
  t.strictSame(left.rows, [{ email: 'mail' }, { email: 'other' }])
})
