import * as fc from 'fast-check'
import t from 'tap'
import type { CalendarEventRow } from '@night-routine/database/calendar'
import type { DesiredEvent } from '../../src/push/desired-events.ts'
import { pushedHash } from '@night-routine/calendar'
import { pushSteps } from '../../src/push/push-steps.ts'
import { day, event, row } from './event-rows.ts'

const night = '2026-11-20'
const tonight = day(night)

function said(desired: DesiredEvent[], calendarEvents: CalendarEventRow[], from = tonight) {
  return pushSteps({ desired, calendarEvents, tonight: from }).map(step => {
    if (step.kind === 'insert') return `insert ${step.event.night.toString()} g${step.generation}`
    const at = step.kind === 'remove' ? step.row : step.event
    return `${step.kind} ${at.night.toString()}`
  })
}

const [insert, update, revive, remove] = [
  (generation: number) => [`insert ${night} g${generation}`],
  [`update ${night}`],
  [`revive ${night}`],
  [`remove ${night}`],
] as const
const gone = { state: 'removed', etag: null, pushedHash: null } as const
type Known = Partial<CalendarEventRow> | null
const rowsOf = (of: Known) => (of === null ? [] : [row(night, of)])

t.test('each state of a known event needs one step, or none', async t => {
  const table: [is: string, of: Known, wanted: readonly string[], unwanted: readonly string[]][] = [
    ['unknown', null, insert(0), []],
    ['as wanted', {}, [], remove],
    ['other text', { pushedHash: 'old' }, update, remove],
    ['stored, never confirmed', { etag: null, generation: 2 }, insert(2), remove],
    ['removed by us', { ...gone, generation: 1 }, insert(2), []],
    ['out of reach', { state: 'removed', generation: 1 }, insert(1), []],
    ['edited and followed', { state: 'adopted' }, update, remove],
    ['edited and refused', { state: 'rejected' }, update, remove],
    ['removed by a person', { state: 'deleted' }, revive, remove],
    ['and not listed', { state: 'deleted', etag: null, generation: 1 }, insert(1), remove],
  ]
  for (const [is, of, wanted, unwanted] of table) {
    t.same(said([event(night)], rowsOf(of)), wanted, `${is}, and wanted`)
    t.same(said([], rowsOf(of)), unwanted, `${is}, and not wanted`)
  }
})

t.test('writes a past night only after a person’s change', async t => {
  const table: [is: string, of: Known, steps: readonly string[]][] = [
    ['unknown', null, []],
    ['unchanged', {}, []],
    ['in other words', { pushedHash: pushedHash('means Alex', 'why else') }, []],
    ['given away on a page', { pushedHash: event(night, 'Robin').hash }, update],
    ['stored, never confirmed', { etag: null, pushedHash: 'old' }, []],
    ['removed by us', gone, []],
    ['edited and followed', { state: 'adopted' }, update],
    ['edited and refused', { state: 'rejected' }, update],
    ['removed by a person', { state: 'deleted' }, revive],
  ]
  for (const [is, of, steps] of table) {
    t.same(said([event(night)], rowsOf(of), tonight.add({ days: 1 })), steps, is)
    t.same(said([], rowsOf(of), tonight.add({ days: 1 })), [], `${is}, not stored`)
  }
})

t.test('the earliest night comes first, whatever its step', async t => {
  const steps = said(
    [event('2026-11-24'), event('2026-11-22')],
    [row('2026-11-23'), row('2026-11-22', { pushedHash: 'old' })],
  )
  t.same(steps, ['update 2026-11-22', 'remove 2026-11-23', 'insert 2026-11-24 g0'])
})

const anyNights = fc
  .uniqueArray(fc.nat({ max: 20 }))
  .map(days => days.map(later => day('2026-12-20').add({ days: later }).toString()))
const anyRow = fc.record({
  etag: fc.constantFrom(null, '"7"'),
  pushedHash: fc.constantFrom(null, 'old', event(night).hash),
  state: fc.constantFrom('present', 'adopted', 'rejected', 'deleted', 'removed'),
  generation: fc.nat({ max: 3 }),
})

t.test('no steps are left once all are done', async t => {
  const property = fc.property(
    anyNights,
    anyNights,
    fc.infiniteStream(anyRow),
    fc.nat({ max: 20 }),
    (want, have, rows, later) => {
      const desired = want.map(one => event(one))
      const calendarEvents = have.map(one => row(one, rows.next().value))
      const after = new Map(calendarEvents.map(one => [one.night.toString(), one]))
      const from = day('2026-12-20').add({ days: later })
      for (const step of pushSteps({ desired, calendarEvents, tonight: from })) {
        if (step.kind === 'remove') {
          const removed = { ...step.row, state: 'removed' as const, etag: null, pushedHash: null }
          after.set(step.row.night.toString(), removed)
          continue
        }
        const { generation } = step.kind === 'insert' ? step : step.row
        const at = step.event.night.toString()
        after.set(at, row(at, { generation, pushedHash: step.event.hash }))
      }
      const next = { desired, calendarEvents: [...after.values()], tonight: from }
      return pushSteps(next).length === 0
    },
  )
  t.doesNotThrow(() => fc.assert(property))
})

t.test('never reuses the id of a removed event', async t => {
  const property = fc.property(anyNights, fc.infiniteStream(anyRow), (nights, rows) => {
    const calendarEvents = nights.map(one => row(one, rows.next().value))
    const known = new Map(calendarEvents.map(one => [one.night.toString(), one]))
    const desired = nights.map(one => event(one))
    return pushSteps({ desired, calendarEvents, tonight }).every(step => {
      if (step.kind !== 'insert') return true
      const before = known.get(step.event.night.toString())
      // An event that was out of reach has its ETag still.
      const isRemoved = before?.state === 'removed' && before.etag === null
      return !isRemoved || step.generation > before.generation
    })
  })
  t.doesNotThrow(() => fc.assert(property))
})

t.test('an update is written over the version that we know', async t => {
  const changed = event('2026-11-20', 'Robin')
  const known = row('2026-11-20', { etag: '"7"', generation: 2 })
  const steps = pushSteps({ desired: [changed], calendarEvents: [known], tonight: changed.night })
  t.equal(steps.length, 1)
  t.match(steps[0], { kind: 'update', event: changed, row: { ...known, etag: '"7"' } })
})
