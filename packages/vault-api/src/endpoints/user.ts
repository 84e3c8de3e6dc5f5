import { Type } from 'typebox'
import { MfaInvalid, MfaRequired, NotSignedIn } from '../errors.ts'
import { ask, askOpenly, type CallOptions, type Endpoint, type Session } from './endpoint.ts'

const signIn = {
  base: 'main',
  path: '/user/signin',
  subject: 'sign-in',
  answer: Type.Object({
    token: Type.String({ minLength: 1 }),
    name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  }),
  expects: ['token'],
  repeat: 'safe',
} as const satisfies Endpoint

// A code is good once: after a lost answer it would seem to be wrong.
const signInByCode = { ...signIn, repeat: 'unsent' } as const satisfies Endpoint

const signOut = {
  base: 'main',
  path: '/user/signout',
  subject: 'other',
  answer: Type.Object({}),
  expects: [],
  repeat: 'safe',
} as const satisfies Endpoint

const info = {
  base: 'main',
  path: '/user/info',
  subject: 'other',
  answer: Type.Object({
    uid: Type.String(),
    name: Type.String(),
    email: Type.String(),
    mfa: Type.Optional(Type.Boolean()),
    license: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    credit: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    // A number by the contract, an object or null on hosts in the field.
    discount: Type.Optional(Type.Unknown()),
  }),
  expects: ['uid'],
  repeat: 'safe',
} as const satisfies Endpoint

export interface Credentials {
  readonly email: string
  readonly password: string
  /** The code of the second factor, or a way to ask for it if the account has one. */
  readonly mfa?: string | (() => Promise<string>) | undefined
}

/** Who has signed in, and the token, which is to be kept as safe as the password. */
export interface SignedIn {
  readonly token: string
  readonly name: string
  readonly email: string
}

export interface AccountProfile {
  readonly uid: string
  readonly name: string
  readonly email: string
  /** Whether the account has a second factor. */
  readonly mfa: boolean
  readonly license: string
  readonly credit: number
  readonly discount: number | object | null
}

/** The three endpoints of an account. */
export function userCalls(session: Session) {
  async function attempt(credentials: Credentials, mfa: string | undefined, options: CallOptions) {
    const { email, password } = credentials
    const fields = { email, password, ...(mfa === undefined ? {} : { mfa }) }
    const endpoint = mfa === undefined ? signIn : signInByCode
    const { answer } = await askOpenly(session, endpoint, fields, options)
    session.token = answer.token
    return { token: answer.token, name: answer.name ?? '', email: answer.email ?? email }
  }

  return {
    /**
     * Signs in; later calls of this client carry the token. Asks for the second factor only where the
     * account has one.
     *
     * @throws WrongCredentials, MfaRequired, MfaInvalid
     */
    async signIn(credentials: Credentials, options: CallOptions = {}): Promise<SignedIn> {
      const { mfa } = credentials
      if (typeof mfa !== 'function') return refineMfa(attempt(credentials, mfa, options), mfa)
      try {
        return await attempt(credentials, undefined, options)
      } catch (error) {
        if (!(error instanceof MfaRequired)) throw error
        const code = await mfa()
        return refineMfa(attempt(credentials, code, options), code)
      }
    },

    /** Ends the sign-in at the host. That it had ended before is no error. */
    async signOut(options: CallOptions = {}): Promise<void> {
      try {
        await ask(session, signOut, {}, options)
      } catch (error) {
        if (!(error instanceof NotSignedIn)) throw error
      }
      session.token = null
    },

    /** The profile of the account. */
    async info(options: CallOptions = {}): Promise<AccountProfile> {
      const { uid, name, email, ...rest } = await ask(session, info, {}, options)
      return {
        uid,
        name,
        email,
        mfa: rest.mfa ?? false,
        license: rest.license ?? '',
        credit: rest.credit ?? 0,
        discount: discountOf(rest.discount),
      }
    },
  }
}

/** A host that asks for the code again, though one was sent, means that it was wrong. */
async function refineMfa(signingIn: Promise<SignedIn>, mfa: string | undefined): Promise<SignedIn> {
  try {
    return await signingIn
  } catch (error) {
    if (!(error instanceof MfaRequired) || mfa === undefined || mfa === '') throw error
    throw new MfaInvalid('The code of the second factor is wrong.', {
      ...(error.endpoint === null ? {} : { endpoint: error.endpoint }),
      ...(error.status === null ? {} : { status: error.status }),
      ...(error.code === null ? {} : { code: error.code }),
    })
  }
}

function discountOf(value: unknown): number | object | null {
  return typeof value === 'number' || typeof value === 'object' ? value : null
}
