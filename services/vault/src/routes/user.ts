import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createToken,
  deleteToken,
  findAccount,
  forgetAttempts,
  isKnownAddress,
  saveKnownAddress,
  undoAttempt,
  unreadable,
  useTotpStep,
  type VaultAccountSecrets,
} from '@night-routine/database/vault'
import { foldEmail } from '@night-routine/service'
import pLimit from 'p-limit'
import { Type, type Static } from 'typebox'
import { hashOfToken, isPassword, newToken, stepOfCode } from '../credentials.ts'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'
import { beginCounted, clientNetwork } from '../sign-in-limits.ts'
import { call, done } from './input.ts'

const Credentials = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    // Without a code clients send an empty text or null.
    mfa: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  },
  {
    description:
      'Returns a token for e-mail, password and, if the account has one, a second factor.',
  },
)

const SignedIn = Type.Object({
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
  license: Type.String(),
})

const Profile = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  mfa: Type.Boolean(),
  license: Type.String(),
  credit: Type.Number(),
  discount: Type.Number(),
  payment: Type.String(),
})

/** Signing in and out, and the profile of an account. */
export const userRoutes: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  const { db, clock, places } = host
  const oneEachTurn = pLimit(1)

  // Returns a token for e-mail, password and, if the account has one, a second factor.
  service.route({
    method: 'POST',
    url: '/user/signin',
    schema: { body: Credentials, response: { 200: SignedIn } },
    config: { token: 'none' },
    // Runs before the body is read, one per turn of the event loop: under load most sign-ins are refused, and
    // readers must not wait for that.
    onRequest: async ({ ip }) => {
      await oneEachTurn(() => setImmediate())
      places.assertFree(clientNetwork(ip))
    },
    handler: async request => {
      const from = clientNetwork(request.ip)
      const account = await places.run(from, () => checked(host, request.body, from))
      const { token, tokenHash } = newToken()
      const now = clock.now()
      await createToken(db, { tokenHash, accountId: account.id }, now)
      const addressHash = hash('sha256', from)
      await saveKnownAddress(db, { accountId: account.id, addressHash }, now)
      return { token, name: account.name, email: account.email, license: '' }
    },
  })

  // Revokes a token. Idempotent, so it does not ask whose token it is.
  service.post(
    '/user/signout',
    { ...call('Revokes a token.', {}, done), config: { token: 'any' } },
    async ({ body }) => {
      await deleteToken(db, hashOfToken(body.token ?? ''))
      return { status: 'ok' as const }
    },
  )

  // Nothing is sold here, so licence, credit and discount are empty.
  service.post(
    '/user/info',
    call('The profile of the caller.', {}, Profile),
    async ({ caller }) => {
      const { id, name, email, mfa } = caller
      return { uid: id, name, email, mfa, license: '', credit: 0, discount: 0, payment: '' }
    },
  )
}

/** Failures slow down one network at one account, but none that has signed in before. */
async function checked(
  host: Host,
  given: Static<typeof Credentials>,
  from: string,
): Promise<VaultAccountSecrets> {
  const { db, keys } = host
  const folded = foldEmail(given.email)
  // PostgreSQL cannot store NUL in a text, so no account has such an address.
  const email = folded.includes('\0') ? '' : folded
  const key = hash('sha256', `${folded}\n${from}`)
  const isKnown = await isKnownAddress(db, email, hash('sha256', from))
  if (!isKnown) await beginCounted(host, key)

  const account = await findAccount(db, keys, email)
  const isRight = await isPassword(given.password, account?.passwordHash)
  if (!account || !isRight) throw new Failure('WRONG_CREDENTIALS')
  if (account.totpSecret === unreadable) {
    host.warnUndecryptableSecret('second factor', account.id)
    if (!isKnown) await undoAttempt(db, key)
    throw new Failure('SECOND_FACTOR_LOST')
  }
  if (account.totpSecret !== null) {
    // A missing code is not a failed attempt. It does not reset earlier failures either, because codes can be guessed.
    if (!given.mfa && !isKnown) await undoAttempt(db, key)
    await checkCode(host, account.id, account.totpSecret, given.mfa)
  }
  if (!isKnown) await forgetAttempts(db, key)
  return account
}

/** Anyone guessing codes has the password, so failures count per account, from any network. */
async function checkCode(
  host: Host,
  id: string,
  secret: string,
  code: string | null | undefined,
): Promise<void> {
  if (!code) throw new Failure('MFA_REQUIRED')
  const key = hash('sha256', `code ${id}`)
  await beginCounted(host, key)
  const step = stepOfCode(secret, code, host.clock.now())
  if (step === undefined || !(await useTotpStep(host.db, id, step)))
    throw new Failure('MFA_INVALID')
  await forgetAttempts(host.db, key)
}
