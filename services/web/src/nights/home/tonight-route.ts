import { readTonight, tonightView } from '@night-routine/household'
import { wordingFor } from '@night-routine/wording'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { isShareLink, readHousehold } from '../../plugins/share-link.ts'
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

const answer = Type.Object(tonightAnswer.properties, {
  description:
    'As `GET /share/{link}/tonight.json`, with the reason; without it for the secret of a share link as the bearer token.',
})

/** Who has tonight, as JSON, for a program with a session, or with the secret of a share link as a bearer token. */
export default async function tonight(service: WebService, { db, clock }: WebContext) {
  const options = { config: { access: 'optional' }, schema: { response: { 200: answer } } } as const
  service.get('/api/tonight', options, async request => {
    const [, link = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const isShared = request.sessionContext === null && (await isShareLink(link, { db, clock }))
    const { settings, names } = isShared ? await readHousehold(db) : signedIn(request)
    const facts = await readTonight(db, settings, clock.now())
    const wording = isShared ? wordingFor(settings.language) : request.wording
    return tonightView({ ...facts, names, isShared, wording })
  })
}
