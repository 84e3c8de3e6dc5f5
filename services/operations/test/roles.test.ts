import {
  connect,
  mapRoles,
  readServerFacts,
  roleName,
  roles,
} from '@night-routine/database/connection'
import { addressAs, emptyDatabase, makeTestRoles } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { run } from './run.ts'

const settingOf = (role: string) => `${role.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`

t.test('makes the roles that are missing, and migrates as their owner', async t => {
  const { url } = await emptyDatabase(t)
  await makeTestRoles(url)
  const addresses = mapRoles(role => addressAs(role, url))
  const env = {
    DATABASE_URL: url,
    ...Object.fromEntries(roles.map(role => [settingOf(role), addresses[role]])),
  }
  t.match(await run(['roles'], { env }), { code: 0, said: 'nothing to make' })
  const migrated = await run(['migrate', 'household', 'vault'], {
    env: { DATABASE_URL: addresses.owner },
  })
  t.match(migrated, {
    code: 0,
    said: /^migrated: 0001-initial.*\nmigrated: .*$/,
  })
  for (const role of roles) {
    const db = connect({ url: addresses[role], applicationName: role })
    await readServerFacts(db)
    await db.destroy()
  }
})

t.test('a role with another password gets the one of its address', async t => {
  const { db, url } = await emptyDatabase(t)
  await makeTestRoles(url)
  const before = addressAs('publisher', url)
  const changed = new URL(before)
  changed.password = 'another'
  t.teardown(() => makeTestRoles(url))
  const env = { DATABASE_URL: url, PUBLISHER_DATABASE_URL: changed.href }
  t.match(await run(['roles'], { env }), {
    code: 0,
    said: 'made, or given their password: night_routine_publisher',
  })
  const publisher = connect({ url: changed.href, applicationName: 'publisher' })
  t.teardown(() => publisher.destroy())
  t.ok(await readServerFacts(publisher))
  await sql`select 1`.execute(db)
})

t.test('leaves the address of another role as it is, and says what is missing', async t => {
  const { url } = await emptyDatabase(t)
  await makeTestRoles(url)
  t.match(await run(['roles'], { env: { DATABASE_URL: url, WEB_DATABASE_URL: url } }), {
    code: 0,
    said: /^WEB_DATABASE_URL signs in as postgres, not as night_routine_web: left as it is\.\nnothing to make$/,
  })
  const changed = new URL(addressAs('web', url))
  changed.password = 'another'
  const env = { DATABASE_URL: addressAs('owner', url), WEB_DATABASE_URL: changed.href }
  t.match(await run(['roles'], { env }), {
    code: 1,
    said: /^night_routine_owner may not make roles\. Make night_routine_web as docs\/\S+ says/,
  })
  const { code, said } = await run(['roles'], {
    env: {
      DATABASE_URL: url,
      WEB_DATABASE_URL: `postgres://${roleName('web')}:x@127.0.0.1:1/none`,
    },
  })
  t.equal(code, 1)
  t.match(said, /^PostgreSQL does not answer at 127\.0\.0\.1:1/)
})
