import { connect } from '@night-routine/database/connection'
import { readParents } from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { prepareHousehold, readSettings } from '@night-routine/household'
import t from 'tap'

const first = {
  PARENT_A: 'Alex',
  PARENT_B: 'Robin',
  TIME_ZONE: 'Europe/Paris',
  LOOK_AHEAD_DAYS: 14,
}

const nothing = () => undefined

t.test('a new household gets its initial settings once', async t => {
  const { db } = await testDatabase(t)
  const { signal } = new AbortController()
  const onFailure = (error: unknown) => t.error(error)
  t.ok(await prepareHousehold({ db, settings: first, onFailure, onWaiting: onFailure, signal }))
  t.match(await readSettings(db), {
    timeZone: 'Europe/Paris',
    lookAheadDays: 14,
    lastPlannedOn: null,
  })
  t.match(await readParents(db), { a: { name: 'Alex' }, b: { name: 'Robin' } })

  const second = { ...first, PARENT_A: 'Somebody', PARENT_B: 'Else', TIME_ZONE: 'UTC' }
  t.ok(await prepareHousehold({ db, settings: second, onFailure, onWaiting: onFailure, signal }))
  t.match(await readSettings(db), { timeZone: 'Europe/Paris' })
  t.match(await readParents(db), { a: { name: 'Alex' } })
})

t.test('the wait for the database says its reason, and an abort ends it', async t => {
  const db = connect({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  const stop = new AbortController()
  const reasons: unknown[] = []
  const onWaiting = (reason: unknown) => {
    reasons.push(reason)
    stop.abort()
  }
  const { signal } = stop
  const waiting = { db, settings: first, onFailure: nothing, onWaiting, signal }
  t.equal(await prepareHousehold(waiting), false)
  t.match(reasons, [{ code: 'ECONNREFUSED' }])
})
