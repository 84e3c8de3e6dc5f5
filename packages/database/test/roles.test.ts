import { connect, grantToRoles, roleName, roles, type Role } from '@night-routine/database'
import { addressAs, testDatabase } from '@night-routine/database/testing'
import { migrateVault } from '@night-routine/database/vault'
import { sql } from 'kysely'
import t from 'tap'

/** What each role needs, by table: select, insert, update, delete. A role that is not named is refused. */
const expected: Record<string, Partial<Record<Role, string>>> = {
  'public.absences': { web: 'SIUD', 'scheduler-worker': 'S' },
  'public.accounts': { web: 'SIUD', 'scheduler-worker': 'S' },
  'public.assignments': { web: 'SIUD', 'scheduler-worker': 'SIUD', publisher: 'S' },
}

t.test('x', async t => {
  const { url, db } = await testDatabase(t)
  const web = connect({ url: addressAs('web', url), applicationName: 'x' })
  t.teardown(() => web.destroy())
  t.same(await sql`select from parents`.execute(web).then(r => r.rows), [])
})
