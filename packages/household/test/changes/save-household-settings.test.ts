import { readAssignment, readParents } from '@night-routine/database/nights'
import {
  bookBabysitter,
  previewSettings,
  readHouseholdSettings,
  saveHouseholdSettings,
  type HouseholdSettings,
  readSettings,
} from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import {
  alex,
  by,
  nightOn,
  now,
  plain,
  robin,
  someSettings,
} from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const { parents } = someSettings
const renamed = { ...parents, a: { ...parents.a, name: 'Sam' } }
const wednesdays = { ...parents, b: { ...parents.b, unavailableWeekdays: [3] } }
const ratherNot = { a: { ...parents.a, ratherNotWeekdays: [4, 5] }, b: wednesdays.b }

async function household() {
  const living = await livingHousehold()
  const save = (more: Partial<HouseholdSettings>, actor = alex) =>
    living.change(trx =>
      saveHouseholdSettings(trx, { settings: { ...someSettings, ...more }, now, actor }),
    )
  return { ...living, save }
}

t.test('refuses to rename a parent to the babysitter of a future night', async t => {
  const { change, db, save } = await household()
  const { id } = await nightOn(db, '2026-11-25')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const named = { ...parents, a: { ...parents.a, name: 'ｄａｎａ' } }
  const settings = { ...someSettings, parents: named }
  for (const refused of [
    await refusalOf(() => save({ parents: named })),
    await refusalOf(() => previewSettings(db, { settings, now })),
  ]) {
    t.equal(refused.field, 'parents.a.name')
    t.match(refused.message, /is the babysitter on Wednesday 25 November/)
  }
})

t.test('counting cannot start in the future, unless that date is already in force', async t => {
  const { db, save } = await household()
  const ahead = { countFrom: day('2026-11-21') }
  for (const attempt of [
    () => save(ahead),
    () => previewSettings(db, { settings: { ...someSettings, ...ahead }, now }),
  ]) {
    const refused = await refusalOf(attempt)
    t.match(refused, { field: 'countFrom', message: 'Counting can start tonight at the latest.' })
  }
  await save({ countFrom: day('2026-11-20') })
  const evening = { timeZone: 'Pacific/Pago_Pago', countFrom: day('2026-11-20') }
  t.ok((await save(evening)).change, 'where it is still the evening before')
})

t.test('saves all settings', async t => {
  const { db, save } = await household()
  const { installation } = await readSettings(db)
  const chosen = {
    parents: ratherNot,
    share: 65,
    weekdayWeights: [1, 1, 1, 1, 1.5, 3, 2.5],
    lookAheadDays: 14,
    pastLimitDays: 0,
    updateFrequency: 'weekly',
    timeZone: 'Europe/Lisbon',
    dayTurnsAtHour: 5,
    weekStart: 7,
    statisticsOrder: 'oldest',
    publish: true,
    publishNames: 'initials',
    countFrom: day('2026-11-15'),
  } satisfies Partial<HouseholdSettings>
  await save(chosen)
  t.same(plain(await readHouseholdSettings(db)), plain({ ...someSettings, ...chosen }))
  t.equal((await readSettings(db)).installation, installation)
})

t.test('a save is one change with its actor, old and new values, and the new plan', async t => {
  const { save, history, pushRequests } = await household()
  const requests = await pushRequests()
  const outcome = await save({ parents: wednesdays, lookAheadDays: 21 }, robin)
  const entries = (await history()).filter(({ change }) => change === outcome.change)
  t.match(plain(entries[0]), {
    actor: robin.email,
    action: 'settings-changed',
    night: null,
  })
  t.same(
    [entries[0]?.before, entries[0]?.after],
    [
      { 'parents.b.unavailableWeekdays': [], lookAheadDays: 30 },
      { 'parents.b.unavailableWeekdays': [3], lookAheadDays: 21 },
    ],
    'only changed settings',
  )
  t.ok(entries.some(({ action }) => action === 'nights-unplanned'))
  t.ok((await pushRequests()) > requests)
})

t.test('saving the current settings changes nothing', async t => {
  const { save, history, pushRequests } = await household()
  const before = [(await history()).length, await pushRequests()]
  const spelled = {
    ...parents,
    a: { name: '  Alex ', unavailableWeekdays: [], ratherNotWeekdays: [] },
  }
  t.same(await save({}), { change: null, changedNights: [] })
  t.same(await save({ parents: spelled }), { change: null, changedNights: [] })
  t.same([(await history()).length, await pushRequests()], before)
})

t.test('a rename changes no night and no count', async t => {
  const { db, save, shown, allNights, pushRequests } = await household()
  const [before, nights] = [await shown(), plain(await allNights())]
  const requests = await pushRequests()
  t.same((await save({ parents: renamed })).changedNights, [])
  t.equal((await readParents(db)).a.name, 'Sam')
  t.same(await shown(), before)
  t.same(plain(await allNights()), nights, 'nor any reason')
  t.ok((await pushRequests()) > requests, 'a push is requested for the titles')
})

t.test('a preview returns the nights that a save would change, and writes nothing', async t => {
  const { db, shown, history, allNights } = await household()
  const look = async () => plain([await shown(), await history(), await readSettings(db)])
  const before = await look()
  const nights = new Map(
    (await allNights()).map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  const previews = []
  for (const settings of [
    { parents: wednesdays },
    { lookAheadDays: 10 },
    { countFrom: day('2026-11-20') },
    { timeZone: 'Pacific/Kiritimati' },
    {},
  ]) {
    const foreseen = await previewSettings(db, { settings: { ...someSettings, ...settings }, now })
    t.same(await look(), before)
    for (const { night, before: was } of foreseen.changed)
      t.equal(was, nights.get(night.toString()))
    previews.push({ settings, foreseen })
  }
  for (const { settings, foreseen } of previews) {
    const other = await household()
    const { changedNights } = await other.save(settings)
    t.same(plain(foreseen.changed.map(({ night }) => night)), plain(changedNights))
    const gone = foreseen.removed.map(String)
    const left = new Set((await other.allNights()).map(({ night }) => night.toString()))
    t.same(
      [...nights.keys()].filter(night => !left.has(night)),
      gone,
    )
  }
})

t.test('a locked night beyond a shorter look-ahead stays', async t => {
  const { db, change, save } = await household()
  const { id } = await nightOn(db, '2026-12-15')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  await save({ lookAheadDays: 5 })
  t.match(await readAssignment(db, id), { babysitter: { name: 'Dana' } })
})

t.test('a change of zone or hour that moves tonight changes no past night', async t => {
  const { save, allNights } = await household()
  const done = async () =>
    (await allNights())
      .filter(({ night }) => night.toString() <= '2026-11-20')
      .map(({ night, caregiver }) => `${night.toString()} ${String(caregiver)}`)
  const before = await done()
  for (const settings of [
    { timeZone: 'Pacific/Kiritimati' },
    { timeZone: 'Pacific/Pago_Pago' },
    { timeZone: 'Europe/Paris', dayTurnsAtHour: 17 },
    { timeZone: 'Europe/Paris', dayTurnsAtHour: 0 },
  ]) {
    await save(settings)
    t.same(await done(), before, JSON.stringify(settings))
    const dates = (await allNights()).map(({ night }) => night)
    const gaps = dates.slice(1).filter((night, index) => dates[index]?.until(night).days !== 1)
    t.same(gaps, [], 'one night for each date')
  }
})

t.test(
  'refuses an hour that makes this evening yesterday’s night, unless it is in force',
  async t => {
    const { db, save } = await household()
    for (const dayTurnsAtHour of [18, 21, 23])
      t.match(await refusalOf(() => save({ dayTurnsAtHour })), {
        reason: 'not-allowed',
        field: 'dayTurnsAtHour',
      })
    await save({ dayTurnsAtHour: 17 })
    await db.updateTable('settings').set({ day_turns_at_hour: 21 }).execute()
    await save({ dayTurnsAtHour: 21, lookAheadDays: 9 })
    t.match(await readHouseholdSettings(db), { dayTurnsAtHour: 21, lookAheadDays: 9 })
  },
)

t.test('refuses invalid settings as a whole, in the preview too', async t => {
  const { db, save, history } = await household()
  const before = plain([await readHouseholdSettings(db), await history()])
  const bad = { parents: renamed, lookAheadDays: 0 }
  t.match(await refusalOf(() => save(bad)), { reason: 'not-allowed', field: 'lookAheadDays' })
  const settings = { ...someSettings, ...bad }
  t.match(await refusalOf(() => previewSettings(db, { settings, now })), {
    field: 'lookAheadDays',
  })
  t.same(plain([await readHouseholdSettings(db), await history()]), before)
})
