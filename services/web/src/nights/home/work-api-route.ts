import { Type } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { sync } from './sync.ts'
import { statusNow } from './status-line.ts'
import { takeJsonOnly, text } from '../../plugins/json-api.ts'

const state = Type.Object(
  { revision: text, tone: Type.Enum(['good', 'working', 'trouble']), text },
  {
    description:
      'Whether the calendar agrees with the plan. `revision` changes with everything on the home page.',
  },
)
const synced = Type.Object(
  { requested: Type.Array(text) },
  {
    description:
      'Plans from tonight on, and requests a read and a write of the calendar, as the form `POST /sync` does.',
  },
)
/** The status, and what the workers are asked for, as JSON. */
export default async function workApi(service: WebService, context: WebContext) {
  takeJsonOnly(service)

  const shows = { config: { quiet: true }, schema: { response: { 200: state } } } as const
  service.get('/api/status', shows, async request => statusNow(request, context))

  service.post('/api/sync', { schema: { response: { 200: synced } } }, async request => {
    const wanted = await sync(context, signedIn(request).session)
    return { requested: wanted.map(({ kind }) => kind) }
  })
}
