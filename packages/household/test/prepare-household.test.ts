import { connect, readParents } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
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
  t.ok(await prepareHousehold({ db, settings: first, onFailure, signal }))
  t.match(await readSettings(db), {
    timeZone: 'Europe/Paris',
    lookAheadDays: 14,
    lastPlannedOn: null,
  })
  t.match(await readParents(db), { a: { name: 'Alex' }, b: { name: 'Robin' } })

  const second = { ...first, PARENT_A: 'Somebody', PARENT_B: 'Else', TIME_ZONE: 'UTC' }
  t.ok(await prepareHousehold({ db, settings: second, onFailure, signal }))
  t.match(await readSettings(db), { timeZone: 'Europe/Paris' })
  t.match(await readParents(db), { a: { name: 'Alex' } })
})

t.test('an abort ends the wait', async t => {
  const db = connect({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  const stop = new AbortController()
  const waiting = prepareHousehold({ db, settings: first, onFailure: nothing, signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  t.equal(await waiting, false)
})
