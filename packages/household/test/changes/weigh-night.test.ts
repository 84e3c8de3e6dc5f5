import {
  appendHistory,
  readChange,
  readNightWeight,
  readNightWeights,
  saveNightWeight,
} from '@night-routine/database/nights'
import {
  giveNight,
  previewWeight,
  readUndoableChanges,
  saveHouseholdSettings,
  undoLastChange,
  weighNight,
} from '@night-routine/household'
import { by, day, now, parentsNight, plain, someSettings } from '@night-routine/testing/household'
import t from 'tap'
import { planningRequest, readPlanningFacts } from '../../src/planning/planning-facts.ts'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const date = '2026-11-24'

async function open() {
  const home = await livingHousehold()
  const weigh = async (weight: number | null, night = date) => {
    const { id } = await home.night(night)
    return home.change(trx => weighNight(trx, { id, weight, ...by }))
  }
  const undo = (change?: string | null) =>
    home.change(trx => undoLastChange(trx, { change: change ?? undefined, ...by }))
  const read = (night = date) => readNightWeight(home.db, day(night))
  return { ...home, weigh, undo, read }
}

t.test('a night counts more until it counts as usual again', async t => {
  const { db, weigh, read, history, pushRequests } = await open()
  const pushes = await pushRequests()
  const { change } = await weigh(2)
  t.equal(await read(), 2)
  t.ok((await pushRequests()) > pushes, 'the household is planned again')
  const [entry] = await readChange(db, String(change))
  t.match(plain(entry), {
    action: 'night-weighed',
    night: date,
    before: null,
    after: { weight: 2 },
  })
  const entries = (await history()).length
  t.same(await weigh(2), { change: null, changedNights: [] }, 'again it is nothing')
  t.equal((await history()).length, entries)
  await weigh(null)
  t.same(await readNightWeights(db), [], 'as usual needs no row')
  await weigh(2)
  await weigh(1)
  t.same(await readNightWeights(db), [], 'and so does what its weekday counts anyway')
})

t.test('a night counts less than its weekday, and both ways are undone', async t => {
  const { db, change, weigh, undo, read } = await open()
  const weekdayWeights = [1, 2, 1, 1, 1, 1, 1]
  await change(trx =>
    saveHouseholdSettings(trx, { settings: { ...someSettings, weekdayWeights }, ...by }),
  )
  const less = await weigh(1)
  t.equal(await read(), 1)
  t.match(plain(await readChange(db, String(less.change))), [
    { before: null, after: { weight: 1, ofItsOwn: true } },
  ])
  const usual = await weigh(null)
  t.equal(await read(), null)
  await undo(usual.change)
  t.equal(await read(), 1)
  await undo(less.change)
  t.equal(await read(), null)
})

t.test('in the history of version 1.0, a night that counts 1 counts as usual', async t => {
  const { db, change, undo, read } = await open()
  const id = '11111111-1111-4111-8111-111111111111'
  const facts = { night: day(date), actorKind: 'person', actor: null, change: id } as const
  const kept = {
    ...facts,
    at: now,
    action: 'night-weighed',
    before: { weight: 1 },
    after: { weight: 2 },
  }
  await change(async trx => {
    await saveNightWeight(trx, { night: day(date), weight: 2 })
    await appendHistory(trx, [kept])
  })
  const undone = await undo(id)
  t.equal(await read(), null)
  t.match(plain(await readChange(db, String(undone.change))), [
    { before: { weight: 2 }, after: null },
  ])
})

t.test('the planner gets every weight, also of a past night', async t => {
  const { db, change, weigh } = await open()
  await weigh(1.5, '2026-11-18')
  await weigh(3)
  const { parents } = someSettings
  const wanted = {
    ...someSettings,
    share: 40,
    weekdayWeights: [1, 1, 1, 1, 1.5, 2, 1],
    parents: { ...parents, b: { ...parents.b, ratherNotWeekdays: [4] } },
  }
  await change(trx => saveHouseholdSettings(trx, { settings: wanted, ...by }))
  const request = planningRequest(await readPlanningFacts(db, now))
  t.match(plain(request), {
    share: 40,
    weights: {
      weekdays: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1.5, 6: 2, 7: 1 },
      nights: [
        { night: '2026-11-18', weight: 1.5 },
        { night: date, weight: 3 },
      ],
    },
    ratherNot: { a: { weekdays: [] }, b: { weekdays: [4] } },
  })
})

t.test('an undo lets it count what it did, once, until it changes again', async t => {
  const { db, weigh, undo, read, shown, history } = await open()
  await weigh(1.5)
  const before = await shown()
  const { change } = await weigh(3)
  const undone = await undo()
  t.equal(await read(), 1.5)
  t.same(await shown(), before)
  t.same(plain(undone.restored), [date])
  const entries = (await history()).length
  t.equal((await undo(change)).change, undone.change, 'the same undo again')
  t.equal((await history()).length, entries)
  t.match(plain(await readChange(db, String(undone.change))), [
    { action: 'change-undone', before: { weight: 3 }, after: { weight: 1.5 }, undoes: change },
  ])
  await weigh(2)
  t.match(await refusalOf(() => undo(change)), {
    reason: 'changed-since',
    message: 'Tuesday 24 November changed again since, so nothing was undone.',
  })
  t.equal(await read(), 2)
})

t.test('what a night counts, and who does it, are undone apart', async t => {
  const { db, change, weigh, undo, read, night } = await open()
  const { id, caregiver } = await parentsNight(db, date)
  const to = caregiver === 'a' ? 'b' : 'a'
  const given = await change(trx => giveNight(trx, { id, to, ...by }))
  const weighed = await weigh(2)
  const offered = async (at = now) => {
    const changes = [given, weighed].map(each => readChange(db, String(each.change)))
    return [...(await readUndoableChanges(db, await Promise.all(changes), at))]
  }
  t.same(await offered(), [given.change, weighed.change])
  await undo(weighed.change)
  t.match(await night(date), { caregiver: to, override: true })
  t.same(await offered(), [given.change], 'the night is still as it was given')
  await weigh(2)
  await undo(given.change)
  t.equal(await read(), 2)
  t.equal((await night(date)).override, false)
  const later = now.add({ hours: 24 * 10 })
  t.same(await offered(later), [], 'the night is too old')
})

t.test('refuses other weights, unknown nights, and nights too far past', async t => {
  const { db, change, weigh, history } = await open()
  const entries = (await history()).length
  const { id } = await parentsNight(db, date)
  const old = await parentsNight(db, '2026-11-14')
  for (const [asked, refused] of [
    [
      { id, weight: 0.5 },
      { reason: 'not-allowed', field: 'weight', message: 'A night counts 1, 1.5, 2, 2.5 or 3.' },
    ],
    [
      { id, weight: 4 },
      { reason: 'not-allowed', field: 'weight' },
    ],
    [
      { id, weight: Number.NaN },
      { reason: 'not-allowed', field: 'weight' },
    ],
    [{ id: 99_999n, weight: 2 }, { reason: 'unknown-night' }],
    [
      { id: old.id, weight: 2 },
      { reason: 'too-old', message: 'Nights before Sunday 15 November can no longer be changed.' },
    ],
  ] as const) {
    t.match(await refusalOf(() => change(trx => weighNight(trx, { ...asked, ...by }))), refused)
    t.match(await refusalOf(() => previewWeight(db, { ...asked, now })), refused)
  }
  t.same([await readNightWeights(db), (await history()).length], [[], entries])
  t.ok((await weigh(2, '2026-11-15')).change, 'the oldest night that may be changed')
})

t.test('a preview writes nothing and says what the weight moves', async t => {
  const { db, weigh, read, shown, history } = await open()
  const { id } = await parentsNight(db, date)
  const before = [await shown(), (await history()).length]
  const preview = await previewWeight(db, { id, weight: 3, now })
  t.same([await shown(), (await history()).length, await read()], [...before, null])
  const { changedNights } = await weigh(3)
  t.same(plain(preview.changed.map(({ night }) => night)), plain(changedNights))
})
