import { MfaInvalid, MfaRequired, NotSignedIn } from '../errors.ts'
import { call, type CallOptions, type Session } from './call.ts'
import { endpoints } from './endpoints.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** The code of the second factor, or a way to ask for it if the account has one. */
  readonly mfa?: string | (() => Promise<string>) | undefined
}

type UserCalls = ReturnType<typeof userCalls>

/** Who has signed in, and the token, which is to be kept as safe as the password. */
export type SignedIn = Awaited<ReturnType<UserCalls['signIn']>>

export type AccountProfile = Awaited<ReturnType<UserCalls['info']>>

export function userCalls(session: Session) {
  async function attempt(
    { email, password }: Credentials,
    mfa: string | undefined,
    options: CallOptions,
  ) {
    const endpoint = mfa === undefined ? endpoints.signIn : endpoints.signInByCode
    try {
      const answer = await call(session, endpoint, { email, password, mfa }, options)
      session.token = answer.token
      return { token: answer.token, name: answer.name ?? '', email: answer.email ?? email }
    } catch (error) {
      if (!(error instanceof MfaRequired) || mfa === undefined || mfa === '') throw error
      // A host that asks for the code again, though one was sent, means that it was wrong.
      const details = { endpoint: error.endpoint, status: error.status, code: error.code }
      throw new MfaInvalid('The code of the second factor is wrong.', details)
    }
  }

  return {
    /**
     * Signs in; later calls of this client carry the token. Asks for the code only if the account has one.
     * @throws WrongCredentials, MfaRequired, MfaInvalid
     */
    async signIn(credentials: Credentials, options: CallOptions = {}) {
      const { mfa } = credentials
      if (typeof mfa !== 'function') return attempt(credentials, mfa, options)
      try {
        return await attempt(credentials, undefined, options)
      } catch (error) {
        if (!(error instanceof MfaRequired)) throw error
        return attempt(credentials, await mfa(), options)
      }
    },

    /** Ends the sign-in at the host. That it had ended before is no error. */
    async signOut(options: CallOptions = {}): Promise<void> {
      try {
        await call(session, endpoints.signOut, {}, options)
      } catch (error) {
        if (!(error instanceof NotSignedIn)) throw error
      }
      session.token = null
    },

    async info(options: CallOptions = {}) {
      const answer = await call(session, endpoints.info, {}, options)
      const { uid, name, email, license, credit, discount } = answer
      return {
        uid,
        name,
        email,
        /** Whether the account has a second factor. */
        mfa: answer.mfa ?? false,
        license: license ?? '',
        credit: credit ?? 0,
        discount: typeof discount === 'number' || typeof discount === 'object' ? discount : null,
      }
    },
  }
}
