import { putNightsBack } from '@night-routine/calendar-sync'
import { dismissNotice } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import { requestJob } from '@night-routine/database/jobs'
import { seeMemberNotices } from '@night-routine/database/people'
import { answerAboutName } from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseId } from '../../plugins/id.ts'

const dismissal = Type.Object({ notice_id: Type.String() })
const answer = Type.Object({
  notice_id: Type.String(),
  answer: Type.Union([Type.Literal('parent'), Type.Literal('babysitter')]),
})

/** The forms of the notices; each redirects to the home page. */
export default async function notices(service: WebService, context: WebContext) {
  // Idempotent.
  service.post('/notices/dismiss', { schema: { body: dismissal } }, async (request, reply) => {
    await dismissNotice(context.db, idOf(request.body), context.clock.now())
    return reply.redirect('/')
  })

  // What a person was shown of how people sign in. Idempotent.
  service.post('/you/seen', { schema: { body: dismissal } }, async (request, reply) => {
    const { email } = signedIn(request).session
    await seeMemberNotices(context.db, { email, entry: idOf(request.body) })
    return reply.redirect('/')
  })

  // Says whether a babysitter's name meant a parent. A second answer changes nothing.
  service.post('/notices/answer', { schema: { body: answer } }, async (request, reply) => {
    const notice = idOf(request.body)
    const isParent = request.body.answer === 'parent'
    const outcome = await changeAs(context, request, (trx, by) =>
      answerAboutName(trx, { notice, isParent, ...by }),
    )
    if (outcome === undefined) return reply.redirect('/')
    const flash = outcome.change === null ? 'unchanged' : isParent ? 'given' : 'booked'
    return leaveFlash(reply, flash, outcome.change).redirect(`/?night=${outcome.night.id}`)
  })

  // A person says that the clock is right after all. Idempotent.
  service.post('/notices/clock', async (request, reply) => {
    await changeAs(context, request, async (trx, { now }) => {
      await noteClock(trx, now, { trusts: true })
      for (const kind of ['plan', 'push'] as const) await requestJob(trx, kind)
    })
    return reply.redirect('/')
  })

  // Recreates the events of the nights in an emptied calendar.
  service.post('/notices/put-back', async (request, reply) => {
    await changeAs(context, request, putNightsBack)
    return reply.redirect('/')
  })
}

function idOf({ notice_id }: { notice_id: string }): bigint {
  return parseId(notice_id, message('error.noNotice'), 'notice_id')
}
