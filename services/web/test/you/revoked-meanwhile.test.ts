import { setTimeout as sleep } from 'node:timers/promises'
import { connect, householdTransaction } from '@night-routine/database/connection'
import { revokeAccessTokensOf } from '@night-routine/database/people'
import t from 'tap'
import { changeAs } from '../../src/plugins/context.ts'
import { Program, tokenFor } from '../program.ts'
import { twoParents } from '../nights/asks/two-parents.ts'

/** Holds the household's lock until `release` is called. */
async function held(url: string) {
  const db = connect({ url, applicationName: 'holder', maxConnections: 1 })
  const taken = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = householdTransaction(db, async () => {
    taken.resolve()
    await released.promise
  })
  await taken.promise
  return async () => {
    released.resolve()
    await done
    await db.destroy()
  }
}

t.test('a change that waits while its token is revoked is refused, whole', async t => {
  const { web, alex, mine, contents } = await twoParents(t)
  const program = new Program(web, await tokenFor(alex))
  const release = await held(web.config.DATABASE_URL)
  const before = await contents()
  const changed = program.post('/api/assignment-babysitter', {
    assignment_id: Number(mine.id),
    babysitter_name: 'Maria',
  })
  const asked = program.post('/api/asks', { night: mine.night.toString() })
  const synced = program.post('/api/sync')
  // Its last use is written once the request has passed the door.
  const used = () => web.db.selectFrom('access_tokens').select('last_used_at').executeTakeFirst()
  while ((await used())?.last_used_at == null) await sleep(5)
  await sleep(50)
  await revokeAccessTokensOf(web.db, 'alex@example.com')
  await release()
  const answers = await Promise.all([changed, asked, synced])
  t.same(
    answers.map(({ statusCode }) => statusCode),
    [401, 401, 401],
  )
  t.same(answers[0]?.json(), { error: 'This access token is wrong, or it was revoked.' })
  t.equal(await contents(), before)
})

t.test('a revocation waits for a change that has started', async t => {
  const { web, alex } = await twoParents(t)
  await tokenFor(alex)
  const row = await web.db.selectFrom('access_tokens').select('id').executeTakeFirstOrThrow()
  const order: string[] = []
  const started = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  const context = { ...web, lockingDb: web.db, wake: async () => {} }
  const visitor = { email: 'alex@example.com', accessToken: row.id }
  const change = changeAs(context, visitor, async () => {
    started.resolve()
    await going.promise
    order.push('changed')
  })
  await started.promise
  const revoked = alex
    .act('/you/tokens/revoke', { token_id: String(row.id) })
    .then(() => order.push('revoked'))
  await sleep(50)
  going.resolve()
  await Promise.all([change, revoked])
  t.same(order, ['changed', 'revoked'])
  const late = await changeAs(context, visitor, async () => 'changed').catch(
    (error: unknown) => error,
  )
  t.match(late, { status: 401 })
})
