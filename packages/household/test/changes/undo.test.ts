import type { Assignment, RecordedEntry } from '@night-routine/database/nights'
import t from 'tap'
import { kinds } from '../../src/changes/kinds.ts'
import { decidedNights, decisionFacts, inverseOfNights } from '../../src/changes/night-state.ts'
import { plain, someSettings } from '@night-routine/testing/household'
import { assignment } from './assignments.ts'
import { entry } from './entries.ts'
import { day, explanation, someTonight } from '../planning/stored-nights.ts'

const facts = { tonight: someTonight }
const lookUp = (nights: Assignment[]) => ({
  night: (night: Temporal.PlainDate) => nights.find(other => other.night.equals(night)),
})

/** Whether the nights of a change are as it left them, given the stored ones. */
function isInEffect(entries: RecordedEntry[], nights: Assignment[]) {
  const state = { ...lookUp(nights), note: () => null, weight: () => 1, absences: [] }
  const found = kinds.night.stepsIn?.(entries) ?? []
  return found.every(step => kinds.night.isInEffect(step, { ...state, settings: someSettings }))
}

const planned = assignment('2026-11-23', 'a', { decidedOn: day('2026-11-01') })
const booked = assignment('2026-11-23', 'babysitter', { babysitter: { name: 'Dana' } })
const booking = entry('2026-11-23', decisionFacts(planned), decisionFacts(booked))
const moved = entry('2026-11-24', { caregiver: 'b' }, { caregiver: 'a', reason: 'Total Count' })
const aWeek = entry(null, null, { from: '2026-12-13', to: '2026-12-19', nights: 7 })

t.test('tells a person’s decisions from nights that the plan moved', async t => {
  const decided = decidedNights([booking, moved, aWeek])
  t.same(plain(decided.map(({ night }) => night)), ['2026-11-23'])
  t.same(decidedNights([moved]), [])
})

t.test('a change is in effect while its decided nights are unchanged', async t => {
  const standing = (...nights: Assignment[]) => isInEffect([booking, moved], nights)
  t.equal(standing(booked), true, 'even if the plan moved other nights since')
  t.equal(standing(assignment('2026-11-23', 'babysitter', { babysitter: { name: 'Kim' } })), false)
  t.equal(standing(assignment('2026-11-23', 'a', { override: true })), false)
  t.equal(standing(), false, 'no longer stored')
  const letGo = entry('2026-12-24', decisionFacts(booked), { caregiver: null })
  t.equal(isInEffect([letGo], []), true, 'unlocked and beyond the plan')
})

t.test('restores a decision with its numbers and its day', async t => {
  const [step] = inverseOfNights([booking], lookUp([booked]), facts)
  t.equal(step?.before, booked)
  const { night, caregiver, babysitter, reason, override, decidedOn } = planned
  t.same(
    plain(step?.after),
    plain({ night, caregiver, babysitter, reason, override, explanation, decidedOn }),
  )
})

t.test('nights that the plan moved get back their parent as a start for planning', async t => {
  const now = [booked, assignment('2026-11-24', 'a')]
  const [, step] = inverseOfNights([booking, moved], lookUp(now), facts)
  t.match(plain(step?.after), {
    night: '2026-11-24',
    caregiver: 'b',
    override: false,
    explanation: null,
  })
})

/** The number of restored nights after the plan moved this one from Robin to Alex. */
function steps(night: Assignment) {
  const change = entry(night.night.toString(), { caregiver: 'b' }, { caregiver: 'a' })
  return inverseOfNights([booking, change], lookUp([booked, night]), facts).length
}

t.test('a moved night stays when it is over or has changed since', async t => {
  t.equal(steps(assignment('2026-11-24', 'a')), 2)
  t.equal(steps(assignment('2026-11-24', 'b')), 1, 'the plan moved it again')
  t.equal(steps(assignment('2026-11-24', 'a', { override: true })), 1, 'a person locked it')
  t.equal(steps(assignment('2026-11-20', 'a')), 1, 'tonight')
  t.equal(steps(assignment('2026-11-19', 'a')), 1, 'last night')
})

t.test('a night that was open or not stored is open again', async t => {
  const given = assignment('2026-11-23', 'a', { override: true })
  for (const before of [null, { caregiver: null, reason: null, override: false }]) {
    const change = entry('2026-11-23', before, decisionFacts(given))
    const [step] = inverseOfNights([change], lookUp([given]), facts)
    t.match(step?.after, { caregiver: null, reason: null, override: false })
  }
})
