import { putNightsBack } from '@night-routine/calendar-sync'
import { dismissNotice, readNotices } from '@night-routine/database/calendar'
import { readParentsByEmail } from '@night-routine/database/people'
import { answerAboutName } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { noticesView } from './notices-view.ts'
import { parseId } from '../../plugins/id.ts'
import { nameApiFields, outcome, outcomeView, takeJsonOnly, text } from '../../plugins/json-api.ts'

const list = Type.Object(
  {
    notices: Type.Array(
      Type.Object({
        id: text,
        text,
        asks: Type.Union([Type.Object({ parent: text, babysitter: text }), Type.Null()]),
        put_back: Type.Boolean(),
      }),
    ),
  },
  {
    description:
      'The notices of the home page, newest first. `asks`: whether a name means this parent or a babysitter; ' +
      '`put_back`: the events of an emptied calendar can be put back.',
  },
)

const answering = Type.Object(
  { answer: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]) },
  {
    additionalProperties: false,
    description:
      'Says whether a name means a parent or a babysitter. A second answer changes nothing.',
  },
)

const dismissed = Type.Object(
  { dismissed: Type.Boolean() },
  { description: 'Closes a notice. False if it is not open.' },
)
const asked = Type.Object(
  { requested: Type.Array(text) },
  { description: 'Puts the events back into a calendar that was emptied.' },
)

const path = Type.Object({ id: text })
const noNotice = message('error.noNotice')
const unanswered = { change: null, changedNights: [] }

/** The notices of the home page, as JSON. */
export default async function noticesApi(service: WebService, context: WebContext) {
  const { db } = context
  takeJsonOnly(service)
  nameApiFields(service)

  service.get('/api/notices', { schema: { response: { 200: list } } }, async request => {
    const { names, reader, session } = signedIn(request)
    const [notices, accounts] = await Promise.all([readNotices(db), readParentsByEmail(db)])
    const { wording } = request
    const facts = { names, reader, accounts, readerEmail: session.email, wording }
    const view = noticesView(notices, facts)
    return {
      notices: [...(view?.latest ?? []), ...(view?.more?.lines ?? [])].map(
        ({ id, text: says, ask, putBack }) => ({
          id,
          text: says,
          asks: ask && { parent: ask.name, babysitter: ask.asked },
          put_back: putBack,
        }),
      ),
    }
  })

  const dismisses = { schema: { params: path, response: { 200: dismissed } } }
  service.post('/api/notices/:id/dismiss', dismisses, async request => {
    const id = parseId(request.params.id, noNotice)
    const isClosed = await changeAs(context, request, (trx, { now }) => dismissNotice(trx, id, now))
    return { dismissed: isClosed }
  })

  const answers = { schema: { params: path, body: answering, response: { 200: outcome } } }
  service.post('/api/notices/:id/answer', answers, async request => {
    const notice = parseId(request.params.id, noNotice)
    const isParent = request.body.answer === 'parent'
    const made = await changeAs(context, request, (trx, by) =>
      answerAboutName(trx, { notice, isParent, ...by }),
    )
    return outcomeView(made ?? unanswered)
  })

  service.post('/api/notices/put-back', { schema: { response: { 200: asked } } }, async request => {
    await changeAs(context, request, putNightsBack)
    return { requested: ['pull', 'push'] }
  })
}
