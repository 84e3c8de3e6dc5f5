import { hash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  beginAttempt,
  createToken,
  findAccount,
  forgetAttempts,
  takeBackAttempt,
  unreadable,
  useTotpStep,
  type AccountSecrets,
} from '@night-routine/database/vault'
import { foldEmail } from '@night-routine/service'
import { Type } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { stepOfCode } from '../../one-time-codes.ts'
import { isPassword } from '../../passwords.ts'
import { secondsToWait } from '../../sign-in-pace.ts'
import { newToken } from '../../token.ts'

const body = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  // Clients send an empty text, or null, for none.
  mfa: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
})

const answer = Type.Object({
  token: Type.String(),
  name: Type.String(),
  email: Type.String(),
  license: Type.String(),
})

type SignInHost = Pick<Host, 'db' | 'keys' | 'clock' | 'tellOfLostSecret'>

/** Gives a token for e-mail, password and, where the account has one, a second factor. */
export const signIn: FastifyPluginAsyncTypebox<SignInHost> = async (service, host) => {
  service.post('/user/signin', { schema: { body, response: { 200: answer } } }, async request => {
    const { email, password, mfa } = request.body
    const account = await checked(host, { email: foldEmail(email), password, mfa })
    const { token, tokenHash } = newToken()
    await createToken(host.db, { tokenHash, accountId: account.id }, host.clock.now())
    return { token, name: account.name, email: account.email, license: '' }
  })
}

async function checked(
  { db, keys, clock, tellOfLostSecret }: SignInHost,
  given: { email: string; password: string; mfa: string | null | undefined },
): Promise<AccountSecrets> {
  const now = clock.now()
  const key = hash('sha256', given.email)
  const mayTry = (before: Parameters<typeof secondsToWait>[0]) => secondsToWait(before, now) === 0
  const tooSoon = await beginAttempt(db, key, { now, mayTry })
  if (tooSoon) throw new Failure('RATE_LIMITED', { retryAfter: secondsToWait(tooSoon, now) })

  // PostgreSQL has no text with NUL, so nobody has such an address.
  const account = given.email.includes('\0') ? undefined : await findAccount(db, keys, given.email)
  const isRight = await isPassword(given.password, account?.passwordHash)
  if (!account || !isRight) throw new Failure('WRONG_CREDENTIALS')
  if (account.totpSecret === unreadable) {
    tellOfLostSecret({ what: 'second factor', id: account.id })
    await takeBackAttempt(db, key)
    throw new Failure('SECOND_FACTOR_LOST')
  }
  if (account.totpSecret !== null) {
    if (!given.mfa) {
      // Asking for the code is no failure. It does not end those before it either: codes can be guessed.
      await takeBackAttempt(db, key)
      throw new Failure('MFA_REQUIRED')
    }
    const step = stepOfCode(account.totpSecret, given.mfa, now)
    if (step === undefined || !(await useTotpStep(db, account.id, step)))
      throw new Failure('MFA_INVALID')
  }
  await forgetAttempts(db, key)
  return account
}
