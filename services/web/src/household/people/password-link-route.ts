import { randomUUID } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  identityLinkPath,
  linkHours,
  readCredentials,
  type ListedCredentials,
} from '@night-routine/database/credentials'
import { findMember, readParentsByEmail, releaseMember } from '@night-routine/database/people'
import { foldEmail } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { personIn } from '../../text/person-name.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { recordChange } from '../../sign-in/record-change.ts'
import { secretPage } from '../../sign-in/shown-once.ts'
import { newPersonLinkView } from './people-view.ts'

const body = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }) })

/** Who has come in by a stolen session vouches for no one before the others have noticed. */
const daysToVouch = 7

/** Makes a link to a new password for another person. Its maker vouches for who gets it. */
export default async function passwordLink(service: WebService, context: WebContext) {
  const { ownsCredentials, db, keys, publicUrl, mayEnter } = context
  if (!ownsCredentials) return

  /** The identity of a person; a new one where they signed in at another provider, or not at all, until now. */
  async function identityFor(
    trx: Transaction,
    { maker, to, now }: { maker: string; to: string; now: Temporal.Instant },
  ): Promise<{ id: string; version: number }> {
    const [account, makersAccount] = [await findMember(trx, to), await findMember(trx, maker)]
    // Only who may come in gets an account by a link.
    if (account === undefined && !mayEnter(to))
      throw new LocalizedHttpError(404, message('people.noAccount'))
    const since = makersAccount?.createdAt ?? now
    const earliest = since.add({ hours: daysToVouch * 24 })
    if (Temporal.Instant.compare(now, earliest) < 0)
      throw new LocalizedHttpError(403, message('people.tooNew', { days: daysToVouch }))
    const ready = await readCredentials(trx)
    const find = (email: string) => ready.find(one => one.email === email)
    const found = find(to)
    if (found === undefined) {
      const made = { id: randomUUID(), email: to, version: 1 }
      await createCredentials(trx, made, now)
      await releaseMember(trx, to)
      return made
    }
    if (factors(found) > factors(find(maker)))
      throw new LocalizedHttpError(403, message('people.fewerFactors'))
    return found
  }

  const path = '/people/password-link'
  const showLink = secretPage<{ address: string; email: string; name: string }>(service, context, {
    path,
    back: '/settings#people',
    show: (link, { wording }, reply) =>
      reply.page('household/people/new-person-link.hbs', newPersonLinkView(link, wording)),
  })
  const makes = { config: { confirm: 'password-link' }, schema: { body } } as const
  service.post(path, makes, async (request, reply) => {
    const { session, names } = signedIn(request)
    const { email: maker } = session
    const to = foldEmail(request.body.email)
    if (to === maker) throw new LocalizedHttpError(409, message('people.ownLink'))
    const link = await changeAs(context, request, async (trx, { now }) => {
      const { id, version } = await identityFor(trx, { maker, to, now })
      await recordChange(trx, request, { action: 'recovery-link-made', email: to, now })
      const until = now.add({ hours: linkHours.recovery })
      return identityLinkPath(keys, { identity: id, version, until, by: 'parent', maker })
    })
    await context.wake(['notify'])
    const { name } = personIn(to, { names, accounts: await readParentsByEmail(db) })
    return showLink(request, reply, { address: new URL(link, publicUrl).href, email: to, name })
  })
}

/** How many factors the easiest way in takes; a passkey is two. */
function factors(credentials: ListedCredentials | undefined): number {
  if (credentials === undefined) return 0
  if (credentials.mfa || (!credentials.hasPassword && credentials.passkeys > 0)) return 2
  return credentials.hasPassword ? 1 : 0
}
