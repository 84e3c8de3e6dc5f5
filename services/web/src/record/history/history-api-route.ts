import { parentIds } from '@night-routine/fairness'
import { kindOf, nightsOfChange, type NightState } from '@night-routine/household'
import { Type, type Static } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { text, textOrNull } from '../../plugins/json-api.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { readHistoryPage } from '../history/read-history.ts'
import { caregiverName, nightKind } from '../../text/caregiver-name.ts'

const query = Type.Object(
  {
    before: Type.Optional(text),
    night: Type.Optional(text),
    parent: Type.Optional(Type.Enum([...parentIds])),
  },
  {
    description:
      'Who changed what, newest first, twenty at a time: of all nights or one (`night`, YYYY-MM-DD), by anyone or one ' +
      '`parent`. `older` is the `before` of the next page. `undo` is what `POST /api/changes/{change}/undo` takes, null ' +
      'where nothing can be undone.',
  },
)

const assignee = Type.Object({ kind: nightKind, name: textOrNull, override: Type.Boolean() })

const answer = Type.Object({
  changes: Type.Array(
    Type.Object({
      at: text,
      change: textOrNull,
      undo: textOrNull,
      what: text,
      also: textOrNull,
      notes: Type.Array(text),
      nights: Type.Array(Type.Object({ date: text, before: assignee, after: assignee })),
      settings: Type.Array(Type.Object({ setting: text, before: text, after: text })),
    }),
  ),
  older: textOrNull,
})

/** The history, as JSON: what its page says, and the nights of each change. */
export default async function historyApi(service: WebService, context: WebContext) {
  const schema = { querystring: query, response: { 200: answer } }
  service.get('/api/history', { schema }, async request => {
    const { changes, view } = await readHistoryPage(request, context)
    const { names } = signedIn(request)
    const shown = view.days.flatMap(day => day.changes)
    return {
      changes: shown.map(({ anchor, instant, undo, what, also, details }, index) => ({
        at: instant,
        change: anchor,
        undo,
        what,
        also,
        notes: details?.notes ?? [],
        nights: nightsOfChange(changes[index]?.entries ?? []).map(({ night, before, after }) => ({
          date: night.toString(),
          before: assigneeView(before),
          after: assigneeView(after),
        })),
        settings: (details?.settings ?? []).map(({ label, ...values }) => ({
          setting: label,
          ...values,
        })),
      })),
      older: view.older,
    }

    function assigneeView(state: NightState): Static<typeof assignee> {
      const { caregiver, override } = state
      const name = caregiver === null ? null : caregiverName(state, { names }, request.wording)
      return { kind: kindOf(state), name, override }
    }
  })
}
