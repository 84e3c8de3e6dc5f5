import type { WebContext, WebService } from '../plugins/context.ts'
import { setUpCookie } from '../plugins/cookies.ts'
import { freshSetUpCode } from '../plugins/set-up-code.ts'

/** Leads a confirmed person to the settings of the installation, at home, with a code that only this browser gets. */
export default async function installation(service: WebService, context: WebContext) {
  const { db, clock, hasSetUpPage } = context
  if (!hasSetUpPage) return

  const config = { confirm: 'installation' } as const
  service.post('/you/installation', { config }, async (_request, reply) => {
    const code = await freshSetUpCode(db, clock.now())
    return reply.setCookie('set_up', code, setUpCookie).redirect('/set-up')
  })
}
