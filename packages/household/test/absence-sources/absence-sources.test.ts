import { parseSecretKeys } from '@night-routine/database/connection'
import {
  readAbsenceSources,
  readSourceAbsences,
  type SourcePlace,
} from '@night-routine/database/nights'
import { by, now, plain, schedule } from '@night-routine/testing/household'
import t from 'tap'
import {
  addAbsenceSource,
  previewAbsence,
  removeAbsenceSource,
  saveSourceReading,
  sourceWindow,
  windowText,
} from '@night-routine/household'
import { refusalOf } from '../changes/refusal-of.ts'
import { day } from '../planning/stored-nights.ts'
import { livingHousehold } from '../shared-household.ts'

const keys = parseSecretKeys(['a'.repeat(64)])
const range = (from: string, to = from) => ({ from: day(from), to: day(to) })
const calendar = (calendarId: string): SourcePlace => ({ kind: 'calendar', calendarId })
const version = { etag: null, window: 'first' }
const work = { parent: 'a', place: calendar('work'), name: 'Work', version, ...by } as const
const trip = [range('2026-11-24', '2026-11-27')]
const daily = { actor: schedule, now: now.add({ hours: 1 }) }

/** A household, with the caregivers of the nights of the trip. */
async function household() {
  const living = await livingHousehold()
  const during = async () =>
    (await living.allNights())
      .filter(({ night }) => night.toString() >= '2026-11-24' && night.toString() <= '2026-11-27')
      .map(({ caregiver }) => caregiver)
  const told = async () =>
    (await living.history())
      .filter(({ action }) => action.includes('source'))
      .map(({ action, before, after }) => [action, before?.['nights'], after?.['nights']])
  return { ...living, during, told }
}

t.test(
  'the plan goes around the absences of a calendar, and returns when it is removed',
  async t => {
    const { db, change, during, told, pushRequests } = await household()
    const requests = await pushRequests()
    const added = await change(trx => addAbsenceSource(trx, keys, { ...work, nights: trip }))
    t.same(await during(), ['b', 'b', 'b', 'b'])
    t.ok(added.changedNights.length >= 2)
    t.ok((await pushRequests()) > requests)
    const robin = { parent: 'b', from: day('2026-11-24'), to: day('2026-11-24') } as const
    const { openNights } = await previewAbsence(db, { ...robin, now })
    t.same(plain(openNights), ['2026-11-24'], 'a preview knows them')

    const [source] = await readAbsenceSources(db)
    const remove = { id: source?.id ?? '', ...by }
    const removed = await change(trx => removeAbsenceSource(trx, remove))
    t.ok(removed.change)
    t.notSame(await during(), ['b', 'b', 'b', 'b'])
    t.same(await readSourceAbsences(db), [])
    t.same(await told(), [
      ['absence-source-added', undefined, 4],
      ['absence-source-removed', 4, undefined],
    ])
    const again = await change(trx => removeAbsenceSource(trx, remove))
    t.equal(again.change, null)
  },
)

t.test('an hour later only other nights of the plan are a change', async t => {
  const { db, change, during, told } = await household()
  await change(trx => addAbsenceSource(trx, keys, { ...work, nights: trip }))
  const id = (await readAbsenceSources(db))[0]?.id ?? ''
  const save = (reading: Partial<Parameters<typeof saveSourceReading>[1]>) =>
    change(trx => saveSourceReading(trx, { id, outcome: 'read', version, ...daily, ...reading }))
  const before = await told()

  t.equal((await save({ nights: trip })).change, null, 'the same nights')
  const beyond = [...trip, range('2027-01-10')]
  t.equal((await save({ nights: beyond })).change, null, 'a night after the horizon')
  t.equal((await readSourceAbsences(db)).length, 2, 'which is kept all the same')
  t.equal((await save({})).change, null, 'a file that did not change')
  t.equal((await save({ outcome: 'unreachable' })).change, null, 'a failed read')
  t.equal((await readSourceAbsences(db)).length, 2, 'keeps what there was')
  t.match(await readAbsenceSources(db), [{ outcome: 'unreachable' }])
  t.same(await told(), before)
  t.same(await during(), ['b', 'b', 'b', 'b'])

  t.ok((await save({ nights: [range('2026-11-25')] })).change)
  t.same((await told()).at(-1), ['source-absences-changed', 4, 1])
  t.ok((await save({ outcome: 'selected', nights: [] })).change)
  t.same(await readSourceAbsences(db), [])
  const other = await change(trx =>
    saveSourceReading(trx, { id: crypto.randomUUID(), outcome: 'read', nights: trip, ...daily }),
  )
  t.equal(other.change, null, 'one that was removed meanwhile')
  t.same(await readSourceAbsences(db), [])
})

t.test('refuses the selected calendar, one that is there already, and too many', async t => {
  const { db, change } = await household()
  const add = (more: Partial<Parameters<typeof addAbsenceSource>[2]>) =>
    change(trx => addAbsenceSource(trx, keys, { ...work, nights: [], ...more }))
  await db
    .insertInto('calendar_settings')
    .values({ calendar_id: 'family', calendar_name: 'Family' })
    .execute()
  t.match(await refusalOf(() => add({ place: calendar('family') })), {
    reason: 'not-allowed',
    faults: [{ field: 'calendar', text: /has your plan/ }],
  })
  const address = { kind: 'address', address: 'https://example.com/a.ics' } as const
  for (const place of [calendar('work'), address]) {
    await add({ place })
    t.match(await refusalOf(() => add({ place })), {
      faults: [{ field: place.kind, text: /already take absences/ }],
    })
  }
  await add({ parent: 'b' })
  for (const name of ['1', '2', '3']) await add({ place: calendar(name) })
  t.match(await refusalOf(() => add({ place: calendar('4') })), {
    faults: [{ text: /from 5 calendars/ }],
  })
  t.equal((await readAbsenceSources(db)).length, 6, 'nothing half saved')
})

t.test('overlapping calendars count a night once, until the last of them is gone', async t => {
  const { db, change, during } = await household()
  await change(trx => addAbsenceSource(trx, keys, { ...work, nights: trip }))
  const both = await change(trx =>
    addAbsenceSource(trx, keys, { ...work, place: calendar('sports'), nights: trip }),
  )
  t.same(both.changedNights, [])
  const [one] = await readAbsenceSources(db)
  await change(trx => removeAbsenceSource(trx, { id: one?.id ?? '', ...by }))
  t.same(await during(), ['b', 'b', 'b', 'b'])
})

t.test('reads from tonight to a month after the horizon', async t => {
  const settings = { timeZone: 'Europe/Paris', dayTurnsAtHour: 4, lookAheadDays: 30 }
  t.equal(windowText(sourceWindow(settings, now)), '2026-11-20/2027-01-18 Europe/Paris')
})
