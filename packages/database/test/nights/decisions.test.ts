import { transaction, type Database } from '@night-routine/database/connection'
import {
  readAssignment,
  readEarlierBabysitters,
  readNights,
  saveDecisions,
  saveNights,
  type NightDecision,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day, explanation, planned } from '../nights.ts'
import { bookBabysitter } from '../overrides.ts'
import { plain } from '../plain.ts'

const today = day('2026-11-20')

async function saveDecision(db: Database, decision: NightDecision) {
  await transaction(db, trx => saveDecisions(trx, [decision]))
  const [night] = await readNights(db, decision.night, decision.night)
  if (night === undefined) throw new Error('not saved')
  return night
}

const dana: NightDecision = {
  night: day('2026-11-21'),
  caregiver: 'babysitter',
  babysitter: { name: 'Dana' },
  reason: 'Override',
  override: true,
  explanation: null,
  decidedOn: today,
}

t.test('a decision replaces the stored night, or makes one', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, trx => saveNights(trx, [planned('2026-11-21', 'a')], today))
  const [before] = await readNights(db, dana.night, dana.night)
  const night = await saveDecision(db, { ...dana, explanation })
  t.same(plain(night), plain(await readAssignment(db, 1n)))
  t.match(plain(night), plain({ ...dana, explanation, id: 1n, revision: 2n }))
  t.ok(before && Temporal.Instant.compare(night.updatedAt, before.updatedAt) > 0)

  const free: NightDecision = {
    ...dana,
    caregiver: null,
    babysitter: null,
    reason: null,
    override: false,
  }
  t.match(plain(await saveDecision(db, free)), plain(free))
  t.equal(await transaction(db, trx => saveNights(trx, [planned('2026-11-21', 'b')], today)), 1n)

  const unplanned = { ...dana, night: day('2026-11-22'), caregiver: 'b', babysitter: null } as const
  t.match(await saveDecision(db, unplanned), {
    caregiver: 'b',
    override: true,
    revision: 1n,
  })
})

t.test('an unlocked babysitter gives way to a plan; names are remembered', async t => {
  const { db } = await testDatabase(t)
  await saveDecision(db, { ...dana, override: false })
  t.equal(await transaction(db, trx => saveNights(trx, [planned('2026-11-21', 'b')], today)), 1n)
  t.match(await readAssignment(db, 1n), { caregiver: 'b', babysitter: null })
  t.same(await readEarlierBabysitters(db), [])
  for (const [night, name] of [
    ['2026-11-01', 'Dana'],
    ['2026-11-02', 'Kim'],
    ['2026-11-03', 'Dana'],
  ] as const)
    await bookBabysitter(db, night, name)
  t.same(await readEarlierBabysitters(db), ['Dana', 'Kim'], 'each once')
})

t.test('refuses a babysitter without a name, or not chosen by a person', async t => {
  const { db } = await testDatabase(t)
  for (const bad of [
    { babysitter: null },
    { babysitter: { name: '' } },
    { babysitter: { name: 'D'.repeat(81) } },
    { reason: 'Alternating' as const },
    { caregiver: 'a' as const },
    { caregiver: null, babysitter: null, reason: null },
  ])
    await t.rejects(saveDecision(db, { ...dana, ...bad }), { code: '23514' }, JSON.stringify(bad))
})
