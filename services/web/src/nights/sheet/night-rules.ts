import type { Assignment, ParentId } from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import { parentIn, type People, type Wording } from '@night-routine/wording'
import { labelsOf } from '../../text/person-name.ts'

type Known = NonNullable<Assignment['explanation']>

/** The rules in order, each with the numbers before the night, and the deciding one marked; none without numbers. */
export function nightRules(
  { explanation, reason, caregiver, override }: Assignment,
  people: People,
  wording: Wording,
) {
  if (explanation === null) return []
  const { say } = wording
  const byHand = override || reason === 'Override' || caregiver === 'babysitter'
  const isAround = isAroundAbsence(explanation, caregiver, reason)
  const rules = [
    ...(byHand ? [{ decided: true, text: say('rule.byHand') }] : []),
    {
      decided: reason === 'Unavailability' || caregiver === null,
      text: awayText(explanation, people, wording),
    },
    { decided: reason === 'Consecutive Limit', text: streakText(explanation, people, wording) },
    {
      decided: reason === 'Total Count',
      text: say('rule.total', both(explanation.totals, people)),
    },
    {
      decided: reason === 'Recent Count',
      text: say('rule.recent', both(explanation.last30, people)),
    },
    { decided: reason === 'Alternating', text: lastTurnText(explanation, people, wording) },
    ...(isAround ? [{ decided: true, text: aroundText(explanation, wording) }] : []),
  ]
  const at = isAround ? rules.length - 1 : rules.findIndex(({ decided }) => decided)
  return rules.map(({ text }, index) => ({ text, decided: index === at }))
}

/** `Unavailability` comes twice: first for an absence that night, and last for one around it. */
function isAroundAbsence(
  { away }: Known,
  caregiver: Assignment['caregiver'],
  reason: Assignment['reason'],
) {
  if (reason !== 'Unavailability' || (caregiver !== 'a' && caregiver !== 'b')) return false
  return !away.includes(otherParent(caregiver))
}

function awayText({ away }: Known, people: People, wording: Wording) {
  if (away.length === 0) return wording.say('rule.awayNobody')
  const labels = labelsOf(people, wording)
  return wording.say('rule.away', { names: wording.list(away.map(parent => labels[parent])) })
}

function streakText({ streak }: Known, people: People, { say }: Wording) {
  if (streak.parent === null) return say('rule.streakNone')
  return say('rule.streak', { name: parentIn(people, streak.parent), turns: streak.nights })
}

function lastTurnText({ streak }: Known, people: People, { say }: Wording) {
  if (streak.parent === null) return say('rule.lastTurnNone')
  return say('rule.lastTurn', { name: parentIn(people, streak.parent) })
}

function aroundText({ absence }: Known, { range, say }: Wording) {
  if (absence === null) return say('rule.around')
  return say('rule.absence', { dates: range(absence.from, absence.to) })
}

function both(counts: Record<ParentId, number>, people: People) {
  const [a, b] = [parentIn(people, 'a'), parentIn(people, 'b')]
  return { a, aNights: counts.a, b, bNights: counts.b }
}
