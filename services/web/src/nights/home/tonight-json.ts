import { Type } from 'typebox'
import { nightKind } from '../../text/caregiver-name.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** Tonight, for widgets and home automation. */
export const tonightAnswer = Type.Object(
  {
    date: Type.String(),
    kind: nightKind,
    name: textOrNull,
    reason: textOrNull,
    override: Type.Boolean(),
    note: textOrNull,
    next_change: Type.Union([
      Type.Object({ date: Type.String(), kind: nightKind, name: textOrNull }),
      Type.Null(),
    ]),
  },
  {
    description:
      'Who has tonight: `kind` is `parent`, `babysitter`, or `open` for no one yet. `next_change` is the next night of someone else.',
  },
)
