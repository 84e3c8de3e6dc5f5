import { bookBabysitter, giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn, now, plain, planAt } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { replay } from './replay.ts'

const [rounds, clicks] = process.env['LONG_TESTS'] ? [200, 100] : [40, 25]

t.test('a click always wins over a simultaneous planning run', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-23')
  for (let round = 0; round < rounds; round++) {
    const to = round % 2 === 0 ? 'a' : 'b'
    const at = now.add({ seconds: round })
    const [, outcome] = await Promise.all([
      planAt(db, at),
      change(trx => giveNight(trx, { id, to, ...by, now: at })),
    ])
    if (outcome.night.caregiver !== to) t.fail(`round ${round}`)
  }
  const given = (await history()).filter(({ action }) => action === 'night-given')
  t.equal(given.length, rounds, 'all are in the history')
  const states = replay(await history())
  t.equal(states.size, (await shown()).length)
  t.match(plain(states.get('2026-11-23')), { caregiver: 'b', override: true })
})

t.test('many different clicks at once are all in the history, and one wins', async t => {
  const { db, change, history } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-23')
  await Promise.all(
    Array.from({ length: clicks }, (_, number) =>
      change(trx => bookBabysitter(trx, { id, babysitter: { name: `Dana ${number}` }, ...by })),
    ),
  )
  const booked = (await history()).filter(({ action }) => action === 'babysitter-booked')
  t.equal(booked.length, clicks)
  const { babysitter } = await nightOn(db, '2026-11-23')
  t.equal(booked.at(-1)?.after?.babysitterName, babysitter?.name)
})

t.test('the same click many times at once is one change', async t => {
  const { db, change, history } = await livingHousehold()
  const { id } = await nightOn(db, '2026-11-23')
  const outcomes = await Promise.all(
    Array.from({ length: clicks }, () =>
      change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by })),
    ),
  )
  t.equal(new Set(outcomes.map(outcome => JSON.stringify(plain(outcome)))).size, 1)
  const booked = (await history()).filter(({ action }) => action === 'babysitter-booked')
  t.equal(booked.length, 1)
})
