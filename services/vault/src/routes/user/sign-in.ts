import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createToken,
  findAccount,
  forgetAttempts,
  isKnownAddress,
  saveKnownAddress,
  undoAttempt,
  unreadable,
  useTotpStep,
  type AccountSecrets,
} from '@night-routine/database/vault'
import { foldEmail } from '@night-routine/service'
import type { onRequestAsyncHookHandler } from 'fastify'
import pLimit from 'p-limit'
import { Type } from 'typebox'
import { begin } from '../../attempts.ts'
import { clientNetwork } from '../../client-network.ts'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { stepOfCode } from '../../one-time-codes.ts'
import { isPassword } from '../../passwords.ts'
import { newToken } from '../../token.ts'

const body = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  // Without a code clients send an empty text or null.
  mfa: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
})

const answer = Type.Object({
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
  license: Type.String(),
})

type SignInHost = Pick<Host, 'db' | 'keys' | 'clock' | 'warnUndecryptableSecret' | 'places'>

/** Returns a token for e-mail, password and, if the account has one, a second factor. */
export const signIn: FastifyPluginAsyncTypebox<SignInHost> = async (service, host) => {
  // Runs before the body is read, one per turn of the event loop: under load most sign-ins are refused, and
  // readers must not wait for that.
  const oneEachTurn = pLimit(1)
  const onRequest: onRequestAsyncHookHandler = async ({ ip }) => {
    await oneEachTurn(() => setImmediate())
    host.places.assertFree(clientNetwork(ip))
  }
  const schema = { body, response: { 200: answer } }
  service.post('/user/signin', { schema, onRequest }, async request => {
    const { email, password, mfa } = request.body
    const from = clientNetwork(request.ip)
    const given = { email: foldEmail(email), password, mfa, from }
    const account = await host.places.run(from, () => checked(host, given))
    const { token, tokenHash } = newToken()
    const now = host.clock.now()
    await createToken(host.db, { tokenHash, accountId: account.id }, now)
    const addressHash = hash('sha256', from)
    await saveKnownAddress(host.db, { accountId: account.id, addressHash }, now)
    return { token, name: account.name, email: account.email, license: '' }
  })
}

interface Given {
  /** In lower case. */
  email: string
  password: string
  mfa: string | null | undefined
  /** The client's network. */
  from: string
}

/**
 * Failures slow down one network at one account, so that an attacker cannot lock the owner out. A network from
 * which the account has signed in before is never slowed down.
 */
async function checked(host: SignInHost, given: Given): Promise<AccountSecrets> {
  const { db, keys } = host
  // PostgreSQL cannot store NUL in a text, so no account has such an address.
  const email = given.email.includes('\0') ? '' : given.email
  const key = hash('sha256', `${given.email}\n${given.from}`)
  const isKnown = await isKnownAddress(db, email, hash('sha256', given.from))
  if (!isKnown) await begin(host, key)

  const account = await findAccount(db, keys, email)
  const isRight = await isPassword(given.password, account?.passwordHash)
  if (!account || !isRight) throw new Failure('WRONG_CREDENTIALS')
  if (account.totpSecret === unreadable) {
    host.warnUndecryptableSecret({ what: 'second factor', id: account.id })
    if (!isKnown) await undoAttempt(db, key)
    throw new Failure('SECOND_FACTOR_LOST')
  }
  if (account.totpSecret !== null) {
    // A missing code is not a failed attempt. It does not reset earlier failures either, because codes can be guessed.
    if (!given.mfa && !isKnown) await undoAttempt(db, key)
    await checkCode(host, { id: account.id, secret: account.totpSecret, code: given.mfa })
  }
  if (!isKnown) await forgetAttempts(db, key)
  return account
}

/** Anyone guessing codes has the password, so failures count per account, from any network. */
async function checkCode(
  host: SignInHost,
  { id, secret, code }: { id: string; secret: string; code: string | null | undefined },
): Promise<void> {
  const { db, clock } = host
  if (!code) throw new Failure('MFA_REQUIRED')
  const key = hash('sha256', `code ${id}`)
  await begin(host, key)
  const step = stepOfCode(secret, code, clock.now())
  if (step === undefined || !(await useTotpStep(db, id, step))) throw new Failure('MFA_INVALID')
  await forgetAttempts(db, key)
}
