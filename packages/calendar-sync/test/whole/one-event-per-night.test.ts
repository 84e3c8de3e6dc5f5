import { readToken } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { requestDisconnect } from '@night-routine/calendar-sync'
import t, { type Test } from 'tap'
import { alex } from '@night-routine/testing/household'
import { keys } from '../connected-provider.ts'
import { agrees, wholeHousehold, type WholeHousehold } from './whole-household.ts'

// In npm test the jobs settle in order after every other change, and in reverse order after the rest.
const isLong = process.env['LONG_TESTS'] !== undefined
let changes = 0

/** Applies a change to a household with three past nights, and checks the result. */
async function unharmed(t: Test, act: (household: WholeHousehold) => Promise<unknown>) {
  changes += 1
  for (const reversed of isLong ? [false, true] : [changes % 2 === 0]) {
    const household = await wholeHousehold(t)
    await household.wait({ hours: 72 })
    const past = await household.past()
    t.equal(past.length, 3)
    await act(household)
    await household.waitUntilIdle({ reversed })
    await agrees(t, household, reversed ? 'in reverse order' : 'in order')
    t.same(await household.past(), past, 'past nights are unchanged')
  }
}

t.test('the calendar is changed, quickly back, and again after a part was written', async t => {
  await unharmed(t, async ({ select, waitUntilIdle }) => {
    await select('second')
    await waitUntilIdle()
    await select('family')
    await select('second')
    await select('family')
  })
  await unharmed(t, async ({ select, run }) => {
    await select('second')
    await run('push')
    await select('family')
    await run('push')
    await select('second')
  })
})

t.test('the calendar is changed during a push', async t => {
  for (const after of isLong ? [1, 4, 8] : [4])
    await unharmed(t, async ({ select, run, calls }) => {
      await select('second')
      let guarded = 0
      const switched: Promise<unknown>[] = []
      calls.guard = () => {
        guarded += 1
        if (guarded === after) switched.push(select('family'))
      }
      await run('push')
      calls.guard = () => {}
      await Promise.all(switched)
    })
})

t.test('an account is connected again after its grant was revoked, or another one', async t => {
  for (const email of ['alex@example.com', 'robin@example.com'])
    await unharmed(t, async ({ connect, control, select, waitUntilIdle, run }) => {
      await control.revokeGrants('alex@example.com')
      await select('second')
      await t.rejects(run('push'))
      await connect(email)
      await waitUntilIdle()
    })
})

t.test('it is disconnected, and connected again by the other parent', async t => {
  for (const calendar of isLong ? ['family', 'second'] : ['second'])
    await unharmed(t, async ({ db, connect, select, waitUntilIdle, now, compare }) => {
      await householdTransaction(db, trx => requestDisconnect(trx, { now: now(), actor: alex }))
      await waitUntilIdle()
      t.equal(await readToken(db, keys), undefined)
      t.same((await compare()).elsewhere, [])
      await connect('robin@example.com')
      await select(calendar)
    })
})
