import { connect, householdTransaction } from '@night-routine/database/connection'
import { waitFor } from '@night-routine/servers'
import { waitsForLock } from '@night-routine/testing/database'
import t from 'tap'
import { changeBy } from '../../src/plugins/context.ts'
import { plannedHousehold } from '../planned-household.ts'
import { Program, tokenFor } from '../program.ts'

/** A gate that the test opens. */
const gate = () => Promise.withResolvers<void>()

t.test('a token that is revoked while a change waits', async t => {
  const { web, db, alex, mine, contents } = await plannedHousehold(t)
  const revoke = async () => {
    const row = await db.selectFrom('access_tokens').select('id').executeTakeFirstOrThrow()
    return alex.act('/you/tokens/revoke', { token_id: String(row.id) })
  }

  await t.test('lets a change that has started end first', async t => {
    await tokenFor(alex)
    const { id } = await db.selectFrom('access_tokens').select('id').executeTakeFirstOrThrow()
    const order: string[] = []
    const [started, going] = [gate(), gate()]
    const context = { ...web, lockingDb: db, wake: async () => {} }
    const visitor = { email: 'alex@example.com', accessToken: id }
    const change = changeBy(context, visitor, async () => {
      started.resolve()
      await going.promise
      order.push('changed')
    })
    await started.promise
    const revoked = revoke().then(() => order.push('revoked'))
    await waitFor('the revocation to wait', () => waitsForLock(db))
    going.resolve()
    await Promise.all([change, revoked])
    t.same(order, ['changed', 'revoked'])
    const late = await changeBy(context, visitor, async () => 'changed').catch(
      (error: unknown) => error,
    )
    t.match(late, { status: 401 })
  })

  await t.test('refuses the change, whole', async t => {
    const program = new Program(web, await tokenFor(alex))
    const holder = connect({ url: web.config.DATABASE_URL, applicationName: 'holder' })
    t.teardown(() => holder.destroy())
    const [taken, released] = [gate(), gate()]
    const held = householdTransaction(holder, async () => {
      taken.resolve()
      await released.promise
    })
    await taken.promise
    const before = await contents()
    const body = { assignment_id: Number(mine.id), babysitter_name: 'Maria' }
    const changed = program.post('/api/assignment-babysitter', body)
    await waitFor('the change to wait', () => waitsForLock(db))
    await db.deleteFrom('access_tokens').execute()
    released.resolve()
    await held
    const answer = await changed
    t.equal(answer.statusCode, 401)
    t.same(answer.json(), { error: 'This access token is wrong, or it was revoked.' })
    t.equal(await contents(), before)
  })
})
