import type { Assignment, NightNote, ParentId } from '@night-routine/database'
import { stateOf } from '@night-routine/household'
import { sameAssignee, type Wording } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import { caregiverName } from '../home/night-cell.ts'
import { sentence } from '../home/night-view.ts'

const kind = Type.Union([Type.Literal('parent'), Type.Literal('babysitter'), Type.Literal('open')])
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** Tonight, for widgets and home automation. */
export const tonightAnswer = Type.Object(
  {
    date: Type.String(),
    kind,
    name: textOrNull,
    reason: textOrNull,
    override: Type.Boolean(),
    note: textOrNull,
    next_change: Type.Union([
      Type.Object({ date: Type.String(), kind, name: textOrNull }),
      Type.Null(),
    ]),
  },
  {
    description:
      'Who has tonight: `kind` is `parent`, `babysitter`, or `open` if no one has it yet. `next_change` is the next ' +
      'night that someone else has.',
  },
)

export interface TonightFacts {
  tonight: Temporal.PlainDate
  /** From tonight on, in order. */
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  note: NightNote | null
  /** For people with a share link: without the reason, and only with a note that is shared. */
  isShared: boolean
  wording: Wording
}

/** Who has tonight, and when that changes. */
export function tonightView(facts: TonightFacts): Static<typeof tonightAnswer> {
  const { tonight, nights, names, note, isShared, wording } = facts
  const night = nights.find(one => one.night.equals(tonight))
  const who = (one: Assignment | undefined) => ({
    kind: kindOf(one),
    name: one?.caregiver == null ? null : caregiverName(one, { names }, wording),
  })
  const next = nights.find(
    other => !other.night.equals(tonight) && !sameAssignee(other, stateOf(night)),
  )
  return {
    date: tonight.toString(),
    ...who(night),
    reason: isShared || night === undefined ? null : sentence(night, { names }, wording),
    override: night?.override ?? false,
    note: note !== null && (note.shared || !isShared) ? note.note : null,
    next_change: next === undefined ? null : { date: next.night.toString(), ...who(next) },
  }
}

function kindOf(night: Assignment | undefined): Static<typeof kind> {
  if (night === undefined || night.caregiver === null) return 'open'
  return night.caregiver === 'babysitter' ? 'babysitter' : 'parent'
}
