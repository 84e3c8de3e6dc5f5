import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { checkSignIn, clientNetwork } from '@night-routine/credentials'
import {
  createToken,
  deleteToken,
  vaultSignInRecords,
  type VaultAccountSecrets,
} from '@night-routine/database/vault'
import pLimit from 'p-limit'
import { Type, type Static } from 'typebox'
import { hashOfToken } from '../credentials.ts'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'
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
  const { db, signIns, clock } = host
  const oneEachTurn = pLimit(1)

  service.route({
    method: 'POST',
    url: '/user/signin',
    schema: { body: Credentials, response: { 200: SignedIn } },
    config: { token: 'none' },
    // Runs before the body is read, one per turn of the event loop: under load most sign-ins are refused, and
    // readers must not wait for that.
    onRequest: async ({ ip }) => {
      await oneEachTurn(() => setImmediate())
      signIns.places.assertFree(clientNetwork(ip))
    },
    handler: async request => {
      const from = clientNetwork(request.ip)
      const account = await signedIn(host, request.body, from)
      const token = randomBytes(32).toString('base64url')
      const owned = { tokenHash: hashOfToken(token), accountId: account.id }
      await createToken(db, owned, clock.now())
      const network = hash('sha256', from)
      await vaultSignInRecords(db).saveKnownAddress(account.id, network, clock.now())
      return { token, name: account.name, email: account.email, license: '' }
    },
  })

  // Idempotent, so it does not ask whose token it is.
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

/** What clients read for each refusal of a sign-in. */
const refusals = {
  wrong: 'WRONG_CREDENTIALS',
  'code-required': 'MFA_REQUIRED',
  'code-wrong': 'MFA_INVALID',
  'factor-lost': 'SECOND_FACTOR_LOST',
} as const

async function signedIn(
  { signIns, warnUndecryptableSecret }: Host,
  { email, password, mfa }: Static<typeof Credentials>,
  from: string,
): Promise<VaultAccountSecrets> {
  const given = { email, password, code: mfa ?? '', from }
  const checked = await checkSignIn(signIns, given)
  if (checked.outcome === 'right') return checked.account
  if (checked.outcome === 'wait') throw new Failure('RATE_LIMITED', { retryAfter: checked.seconds })
  if (checked.outcome === 'factor-lost')
    warnUndecryptableSecret('second factor', checked.account.id)
  throw new Failure(refusals[checked.outcome])
}
