import {
  clientNetwork,
  hashPassword,
  newOneTimeSecret,
  newRecoveryCodes,
  passwordLengths,
  recoveryCodeHash,
  stepOfCode,
} from '@night-routine/credentials'
import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type Transaction,
} from '@night-routine/database/connection'
import {
  createPasskey,
  deletePasskey,
  findCredentials,
  readPasskeys,
  renewCredentials,
  saveNoPasskey,
  saveRecoveryCodes,
  saveSecondFactor,
  useTotpStepOf,
  type CredentialSecrets,
} from '@night-routine/database/credentials'
import { endOtherSessions, type Session } from '@night-routine/database/people'
import type { MemberAction } from '@night-routine/household'
import { message, type Message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { qrCode } from '../plugins/qr-code.ts'
import { newPasswordError } from './new-credential.ts'
import { askToMake } from './passkey-button.ts'
import { recordChange } from './record-change.ts'
import { secretPage } from './shown-once.ts'
import {
  creationOptions,
  longestAnswer,
  passkeyRefusal,
  passkeyName,
  readNewPasskey,
} from './passkeys.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const passwordBody = Type.Object({ offer: text(2048), new_password: text(4096) })
const keyBody = Type.Object({ offer: text(2048), code: text(100) })
const passkeyBody = Type.Object({ offer: text(2048), passkey: text(longestAnswer) })
const passkeyId = Type.Object({ passkey_id: text(2048) })

/** What a confirmed press is offered, for this session: the form of a password, a key for an app, or a passkey's question. */
const offer = Type.Object({
  session: Type.String(),
  for: Type.Enum(['password', 'key', 'passkey']),
  /** Of the key, in base32; empty otherwise. */
  secret: Type.String(),
  url: Type.String(),
  /** What counts on with the change, so that an offer is for one: the passkeys, or the version of the account. */
  at: Type.Number(),
  until: Type.Number(),
})
type Offer = Static<typeof offer>
const offerPlace: AssociatedData = 'identity.ways_in.offered'
const offerMinutes = 10

/** What authenticator apps call us. */
const issuer = 'Night Routine'

const page = '/you'
const section = `${page}#signing-in`

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  session: Session
  credentials: CredentialSecrets
}

async function askForPassword(visit: Visit, sealed: string, fault: Message | null = null) {
  const { request, reply, credentials } = visit
  const { say, tell } = request.wording
  const view = {
    title: say(credentials.hasPassword ? 'account.changePassword' : 'account.choosePassword'),
    fault: fault && tell(fault),
    offer: sealed,
    email: credentials.email,
    shortest: passwordLengths.shortest,
  }
  return reply.code(fault === null ? 200 : 400).page('sign-in/new-password.hbs', view)
}

const forPassword = ({ credentials: { version: at } }: Visit) => ({ for: 'password', at }) as const
const forKey = ({ credentials: { version: at } }: Visit) => ({ for: 'key', at }) as const

/** What the device signs: an offer that only this session got. */
const toAdd = (sealed: string) => ({ purpose: 'add passkey', ids: [sealed] }) as const

/** What the signed-in person comes in with, where people have accounts of the installation. */
export default async function waysIn(service: WebService, context: WebContext) {
  const { ownsCredentials, db, keys, clock, signInHost: host } = context
  if (!ownsCredentials) return

  const codesPage = `${page}/recovery-codes`
  const showCodes = secretPage<readonly string[]>(service, context, {
    path: codesPage,
    back: section,
    show(codes, { wording: { say } }, reply) {
      const copy = { id: 'codes', label: say('account.codes'), text: codes.join('\n') }
      const view = { title: say('account.codesTitle'), codes, copy }
      return reply.page('sign-in/recovery-codes.hbs', view)
    },
  })

  /** The visit of a person who has an account here. @throws LocalizedHttpError 404 when there is none */
  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { session } = signedIn(request)
    const credentials = await findCredentials(db, keys, { email: session.email })
    if (credentials === undefined) throw new LocalizedHttpError(404, message('account.none'))
    return { request, reply, session, credentials }
  }

  /** Changes the account, unless it was changed since it was read, and has it told. */
  async function change(
    { request, credentials: { id, version, mfa } }: Visit,
    about: { action: MemberAction; device?: string },
    write: (trx: Transaction) => Promise<void>,
  ): Promise<void> {
    await changeAs(context, request, async (trx, { now }) => {
      const current = await findCredentials(trx, keys, { id })
      if (current?.version !== version || current.mfa !== mfa) throw meanwhile()
      await write(trx)
      await recordChange(trx, request, { ...about, now })
    })
  }

  function newOffer(
    { session }: Visit,
    given: Pick<Offer, 'for' | 'at'> & Partial<Pick<Offer, 'secret' | 'url'>>,
  ) {
    const until = clock.now().add({ minutes: offerMinutes }).epochMilliseconds
    const made: Offer = { secret: '', url: '', ...given, session: session.tokenHash, until }
    return seal(keys, offerPlace, JSON.stringify(made))
  }

  /** What this session was offered, within the last minutes. @throws LocalizedHttpError 409 when that is over */
  function offered(
    sealed: string,
    { session }: Visit,
    { for: what, at }: Pick<Offer, 'for' | 'at'>,
  ): Offer {
    const opened = unsealIfKeyed(keys, offerPlace, sealed)
    const read: unknown = opened === unreadable ? undefined : JSON.parse(opened)
    const isTheirs = Check(offer, read) && read.session === session.tokenHash
    const isOpen = isTheirs && read.until > clock.now().epochMilliseconds
    if (!isOpen || read.for !== what || read.at !== at)
      throw new LocalizedHttpError(409, message('account.offerOver'))
    return read
  }

  // Confirmed before the new password is typed: a password manager keeps what was sent last.
  service.post(`${page}/password`, { config: { confirm: 'password' } }, async (request, reply) => {
    const visit = await visitOf(request, reply)
    return askForPassword(visit, newOffer(visit, forPassword(visit)))
  })

  const choosesPassword = { schema: { body: passwordBody } }
  service.post(`${page}/password/new`, choosesPassword, async (request, reply) => {
    const visit = await visitOf(request, reply)
    const { offer: sealed, new_password: chosen } = request.body
    offered(sealed, visit, forPassword(visit))
    const trouble = await newPasswordError(visit.credentials.email, chosen)
    if (trouble !== undefined) return askForPassword(visit, sealed, trouble)
    const from = clientNetwork(request.ip)
    const passwordHash = await host.places.run(from, () => hashPassword(chosen))
    await change(visit, { action: 'password-changed' }, async trx => {
      if (!(await renewCredentials(trx, { ...visit.credentials, passwordHash }))) throw meanwhile()
      await endOtherSessions(trx, visit.session)
    })
    return leaveFlash(reply, 'password-changed').redirect(`${page}/secure`)
  })

  /** The page with the key for an authenticator app, which only the app and this page keep until a code shows that it does. */
  async function askForCode(visit: Visit, sealed: string, fault: Message | null = null) {
    const { request, reply } = visit
    const { say, tell } = request.wording
    const key = offered(sealed, visit, forKey(visit))
    const view = {
      title: say('account.turnOnFactor'),
      fault: fault && tell(fault),
      offer: sealed,
      qr: qrCode(key.url),
      url: key.url,
      copy: { id: 'key', label: say('account.key') },
      secret: key.secret,
    }
    return reply.code(fault === null ? 200 : 400).page('sign-in/second-factor.hbs', view)
  }

  const offersKey = { config: { confirm: 'factor-on' } } as const
  service.post(`${page}/second-factor`, offersKey, async (request, reply) => {
    const visit = await visitOf(request, reply)
    assertOff(visit.credentials)
    return askForCode(
      visit,
      newOffer(visit, { ...forKey(visit), ...newOneTimeSecret(issuer, visit.credentials.email) }),
    )
  })

  const turnsOn = { schema: { body: keyBody } }
  service.post(`${page}/second-factor/on`, turnsOn, async (request, reply) => {
    const visit = await visitOf(request, reply)
    assertOff(visit.credentials)
    const { offer: sealed, code } = request.body
    const { secret } = offered(sealed, visit, forKey(visit))
    const step = stepOfCode(secret, code, clock.now())
    if (step === undefined) return askForCode(visit, sealed, message('identity.codeWrong'))
    const { id } = visit.credentials
    const { codes, codeHashes } = withHashes(newRecoveryCodes())
    await change(visit, { action: 'second-factor-on' }, async trx => {
      await saveSecondFactor(trx, keys, { id, secret, codeHashes })
      // A code that somebody saw being entered must not sign them in.
      await useTotpStepOf(trx, id, step)
    })
    return showCodes(request, reply, codes)
  })

  const turnsOff = { config: { confirm: 'factor-off' } } as const
  service.post(`${page}/second-factor/off`, turnsOff, async (request, reply) => {
    const visit = await visitOf(request, reply)
    const { id, mfa } = visit.credentials
    if (!mfa) return reply.redirect(section)
    await change(visit, { action: 'second-factor-off' }, trx =>
      saveSecondFactor(trx, keys, { id, secret: null }),
    )
    return leaveFlash(reply, 'factor-off').redirect(section)
  })

  service.post(codesPage, { config: { confirm: 'recovery-codes' } }, async (request, reply) => {
    const visit = await visitOf(request, reply)
    const { id, mfa, totpSecret } = visit.credentials
    if (!mfa || totpSecret === unreadable) return reply.redirect(section)
    const { codes, codeHashes } = withHashes(newRecoveryCodes())
    await change(visit, { action: 'recovery-codes-made' }, trx =>
      saveRecoveryCodes(trx, id, codeHashes),
    )
    return showCodes(request, reply, codes)
  })

  async function askForPasskey(visit: Visit, fault: Message | null = null) {
    const { request, reply, credentials } = visit
    const { say, tell } = request.wording
    const existing = await readPasskeys(db, credentials.id)
    const sealed = newOffer(visit, { for: 'passkey', at: existing.length })
    const question = askToMake(
      creationOptions(context, toAdd(sealed), { ...credentials, existing }),
    )
    const view = {
      title: say('passkey.addTitle'),
      fault: fault && tell(fault),
      offer: sealed,
      passkey: { questions: [question], text: say('passkey.add'), isQuiet: false },
    }
    return reply.code(fault === null ? 200 : 400).page('sign-in/new-passkey.hbs', view)
  }

  service.post(`${page}/passkeys`, { config: { confirm: 'add-passkey' } }, async (request, reply) =>
    askForPasskey(await visitOf(request, reply)),
  )

  const addsPasskey = { schema: { body: passkeyBody } }
  service.post(`${page}/passkeys/add`, addsPasskey, async (request, reply) => {
    const visit = await visitOf(request, reply)
    const { offer: sealed, passkey: answer } = request.body
    const { length: held } = await readPasskeys(db, visit.credentials.id)
    offered(sealed, visit, { for: 'passkey', at: held })
    const given = { answer, name: passkeyName(request) }
    const made = await readNewPasskey(context, toAdd(sealed), given)
    if ('refused' in made) {
      request.log.warn(made, 'passkey refused')
      return askForPasskey(visit, passkeyRefusal(made))
    }
    const { id: identity } = visit.credentials
    await change(visit, { action: 'passkey-added', device: made.name }, async trx => {
      if (!(await createPasskey(trx, { ...made, identity }, clock.now())))
        throw new LocalizedHttpError(409, message('identity.passkey.invalid'))
    })
    return leaveFlash(reply, 'passkey-added').redirect(section)
  })

  // Idempotent.
  service.post(`${page}/passkeys/none`, async (request, reply) => {
    await saveNoPasskey(db, signedIn(request).session.email, clock.now())
    return reply.redirect('/')
  })

  // Idempotent: a second press changes nothing.
  const removesPasskey = {
    config: { confirm: 'remove-passkey' },
    schema: { body: passkeyId },
  } as const
  service.post(`${page}/passkeys/remove`, removesPasskey, async (request, reply) => {
    const visit = await visitOf(request, reply)
    const { id: identity, hasPassword } = visit.credentials
    const held = await readPasskeys(db, identity)
    const removed = held.find(each => each.id === request.body.passkey_id)
    if (removed === undefined) return reply.redirect(section)
    await change(visit, { action: 'passkey-removed', device: removed.name }, async trx => {
      // Read again under the lock: two passkeys that are removed at once must not both go.
      if (!hasPassword && (await readPasskeys(trx, identity)).length < 2)
        throw new LocalizedHttpError(409, message('passkey.lastWayIn'))
      await deletePasskey(trx, { id: removed.id, identity })
      await endOtherSessions(trx, visit.session)
    })
    return leaveFlash(reply, 'passkey-removed').redirect(section)
  })
}

/** Whether the second factor can be turned on: it is off, and there is a password after which it is asked for. */
function assertOff({ hasPassword, mfa }: CredentialSecrets) {
  if (mfa) throw new LocalizedHttpError(409, message('account.factorAlready'))
  if (!hasPassword) throw new LocalizedHttpError(409, message('account.passwordFirst'))
}

const meanwhile = () => new LocalizedHttpError(409, message('account.meanwhile'))

function withHashes(codes: readonly string[]) {
  return { codes, codeHashes: codes.flatMap(code => recoveryCodeHash(code) ?? []) }
}
