import type { Assignment } from '@night-routine/database'
import t from 'tap'
import { decisionFacts } from '../../src/changes/night-decision.ts'
import { decidedNights, stillStands, takeBackSteps } from '../../src/changes/take-back.ts'
import { plain } from '@night-routine/household/testing'
import { assignment } from './assignments.ts'
import { entry } from './entries.ts'
import { day, explanation, someTonight } from '../planning/stored-nights.ts'

const facts = { tonight: someTonight, today: someTonight }
const lookUp = (nights: Assignment[]) => (night: Temporal.PlainDate) =>
  nights.find(other => other.night.equals(night))

const planned = assignment('2026-11-23', 'a', { decidedOn: day('2026-11-01') })
const booked = assignment('2026-11-23', 'babysitter', { babysitterName: 'Dana' })
const booking = entry('2026-11-23', decisionFacts(planned), decisionFacts(booked))
const moved = entry('2026-11-24', { caregiver: 'b' }, { caregiver: 'a', reason: 'Total Count' })
const aWeek = entry(null, null, { from: '2026-12-13', to: '2026-12-19', nights: 7 })

t.test('the nights that a person decided are told from those the plan moved', async t => {
  const decided = decidedNights([booking, moved, aWeek])
  t.same(plain(decided.map(({ night }) => night)), ['2026-11-23'])
  t.same(decidedNights([moved]), [])
})

t.test('a change stands while the nights that were decided are as it left them', async t => {
  const standing = (...nights: Assignment[]) => stillStands([booking, moved], lookUp(nights))
  t.equal(standing(booked), true, 'whatever the plan did to other nights since')
  t.equal(standing(assignment('2026-11-23', 'babysitter', { babysitterName: 'Kim' })), false)
  t.equal(standing(assignment('2026-11-23', 'a', { override: true })), false)
  t.equal(standing(), false, 'it is not on record any more')
  const letGo = entry('2026-12-24', decisionFacts(booked), { caregiver: null })
  t.equal(stillStands([letGo], lookUp([])), true, 'beyond the plan, unlocked is gone')
})

t.test('a decision is restored as it was, with its numbers and its day', async t => {
  const [step] = takeBackSteps([booking], lookUp([booked]), facts)
  t.equal(step?.before, booked)
  t.same(
    plain(step?.decision),
    plain({ night: planned.night, ...decisionFacts(planned), explanation }),
  )
})

t.test(
  'the nights that the plan moved get back their parent, to be planned from there',
  async t => {
    const now = [booked, assignment('2026-11-24', 'a')]
    const [, step] = takeBackSteps([booking, moved], lookUp(now), facts)
    t.match(plain(step?.decision), {
      night: '2026-11-24',
      caregiver: 'b',
      override: false,
      explanation: null,
    })
  },
)

/** How many nights get back what they had, when the plan had moved this one from Robin to Alex. */
function steps(night: Assignment) {
  const change = entry(night.night.toString(), { caregiver: 'b' }, { caregiver: 'a' })
  return takeBackSteps([booking, change], lookUp([booked, night]), facts).length
}

t.test('a moved night stays when it happened, or when it is another one by now', async t => {
  t.equal(steps(assignment('2026-11-24', 'a')), 2)
  t.equal(steps(assignment('2026-11-24', 'b')), 1, 'the plan moved it again')
  t.equal(steps(assignment('2026-11-24', 'a', { override: true })), 1, 'a person fixed it')
  t.equal(steps(assignment('2026-11-20', 'a')), 1, 'tonight')
  t.equal(steps(assignment('2026-11-19', 'a')), 1, 'last night')
})

t.test('a night that nobody had, or that was not on record, is open again', async t => {
  const given = assignment('2026-11-23', 'a', { override: true })
  for (const before of [null, { caregiver: null, reason: null, override: false }]) {
    const change = entry('2026-11-23', before, decisionFacts(given))
    const [step] = takeBackSteps([change], lookUp([given]), facts)
    t.match(step?.decision, { caregiver: null, reason: null, override: false })
  }
})
