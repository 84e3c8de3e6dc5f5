import { readPersonData } from '@night-routine/database/people'
import type { WebContext, WebService } from '../plugins/context.ts'
import { signedIn } from '../plugins/sessions.ts'

/** A file with everything that is stored about the signed-in person. */
export default async function personData(service: WebService, context: WebContext) {
  service.post('/you/data', { config: { confirm: 'data' } }, async (request, reply) => {
    const data = await readPersonData(context.db, signedIn(request).session.email)
    return reply
      .header('content-disposition', 'attachment; filename="night-routine-about-me.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2))
  })
}
