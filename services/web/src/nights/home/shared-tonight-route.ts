import { readTonight, tonightView } from '@night-routine/household'
import { wordingFor } from '@night-routine/wording'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { openByShareLink, readHousehold } from '../../plugins/share-link.ts'
import { tonightAnswer } from './tonight-route.ts'

/**
 * Who has tonight, for a program with a share link. The link is part of the path, because that is masked in logs;
 * some programs drop a query.
 */
export default async function sharedTonight(service: WebService, context: WebContext) {
  const { db, clock } = context
  openByShareLink(service, context)
  const options = {
    config: { access: 'public', quiet: true },
    schema: { response: { 200: tonightAnswer } },
  } as const
  service.get('/share/:link/tonight.json', options, async () => {
    const { settings, names } = await readHousehold(db)
    const facts = await readTonight(db, settings, clock.now())
    // Programs send no language that matters.
    return tonightView({ ...facts, names, isShared: true, wording: wordingFor(settings.language) })
  })
}
