import { selectOwn } from '@night-routine/calendar-sync'
import { networkText } from '@night-routine/credentials'
import type { Database, TokenKeys, Transaction } from '@night-routine/database/connection'
import { saveMemberParent } from '@night-routine/database/people'
import {
  ChangeRefusal,
  fieldError,
  readHouseholdSettings,
  saveHouseholdSettings,
  seedSettings,
  settingsErrors,
  type ChangeOrigin,
  type FieldError,
} from '@night-routine/household'
import { foldEmail, type Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyReply } from 'fastify'
import type { Config } from './config.ts'
import { toStart, type FirstHouseholdForm } from './first-household-view.ts'
import { asPosted } from './household/calendars/set-up-form.ts'
import { allowList, maskEmail } from './plugins/allow-list.ts'
import { cookieAttributes, cookieName, flashCookie, sessionCookie } from './plugins/cookies.ts'
import { said } from './plugins/fields.ts'
import type { Flash } from './plugins/flash.ts'
import { browserLanguage } from './plugins/languages.ts'
import { newToken, tokenHash } from './plugins/session.ts'
import { signInHost } from './plugins/sign-in-host.ts'
import { isAddress, readNewCredential } from './sign-in/new-credential.ts'
import { admit } from './sign-in/admit.ts'
import { deviceText } from './sign-in/device-text.ts'
import { personHere } from './sign-in/enter.ts'
import { CredentialsNotMade, makeCredentials } from './sign-in/make-credentials.ts'

/**
 * Makes the first account and the household, with its own calendar and a plan, in one transaction with `also`. The
 * answer then signs the person in.
 * @returns what is wrong with the form
 */
export async function makeFirstHousehold(
  reply: FastifyReply,
  { db, keys, clock, config }: { db: Database; keys: TokenKeys; clock: Clock; config: Config },
  given: { form: FirstHouseholdForm; setUpCode: string; also: (trx: Transaction) => Promise<void> },
): Promise<FieldError[]> {
  const { form, setUpCode, also } = given
  const { request } = reply
  const { wording } = request
  const { account: id = crypto.randomUUID(), password = '', passkey } = form
  const email = foldEmail((form.email ?? '').trim())
  const publicUrl = config.PUBLIC_URL
  const mayEnter = allowList(config.ALLOWED_EMAILS)
  const context = {
    db,
    lockingDb: db,
    keys,
    clock,
    config,
    publicUrl,
    mayEnter,
    anybodyMayEnter: config.ALLOWED_EMAILS.some(mayEnter),
    signInHost: signInHost({ db, keys, clock }),
    // The workers start after this, and look for work themselves.
    wake: async () => undefined,
  }
  await seedSettings(db, config)
  const current = await readHouseholdSettings(db)
  const { a, b } = current.parents
  const settings = {
    ...current,
    timeZone: form.time_zone?.trim() ?? '',
    language: wording.language,
    parents: { a: { ...a, name: form.parent_a ?? '' }, b: { ...b, name: form.parent_b ?? '' } },
  }
  const entered = { email, password, passkey, challenge: toStart(id) }
  const credential = isAddress(email)
    ? await readNewCredential(request, context, entered)
    : { fault: message('identity.noEmail') }
  const faults = settingsErrors(settings).map(asPosted)
  if ('fault' in credential) {
    const field = isAddress(email) ? 'password' : 'email'
    return [...faults, fieldError(field, credential.fault)].map(said(wording))
  }
  if (faults.length > 0) return faults.map(said(wording))

  const token = newToken()
  const by: ChangeOrigin = { now: clock.now(), actor: { kind: 'person', email } }
  try {
    const { outcome } = await admit(context, {
      person: personHere(context, { id, email }),
      intent: 'sign-in',
      tokenHash: tokenHash(token),
      replaces: null,
      device: deviceText(request.headers['user-agent']),
      ip: request.ip,
      language: browserLanguage(request),
      async prepare(trx) {
        const network = networkText(request.ip)
        const admission = { setUpCode }
        await makeCredentials(trx, context, { id, email, admission, credential, network })
        await saveHouseholdSettings(trx, { settings, current, ...by })
        await saveMemberParent(trx, email, 'a')
        await selectOwn(trx, by.now)
        await also(trx)
      },
    })
    if (outcome !== 'admitted') throw new Error(`the first person was not admitted: ${outcome}`)
  } catch (error) {
    if (error instanceof ChangeRefusal) return error.faults.map(asPosted).map(said(wording))
    if (!(error instanceof CredentialsNotMade)) throw error
    return [fieldError('email', message(reasons[error.reason]))].map(said(wording))
  }
  request.log.info({ who: maskEmail(email) }, 'household started')
  const attributes = cookieAttributes(publicUrl)
  const name = cookieName('session', publicUrl)
  reply.setCookie(name, token, { ...attributes, ...sessionCookie })
  reply.setCookie('notice', 'set-up' satisfies Flash, { ...attributes, ...flashCookie })
  return []
}

/** Why no account was made. */
const reasons = {
  taken: 'identity.taken',
  'not-listed': 'identity.notListed',
  'no-admission': 'identity.notFirst',
} as const
