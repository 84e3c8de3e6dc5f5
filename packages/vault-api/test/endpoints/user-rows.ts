import type { Row } from './row.ts'

/** The three endpoints of an account. */
export const userRows: Row[] = [
  {
    path: '/user/signin',
    call: async client => client.user.signIn({ email: 'a@example.org', password: 'moonlight' }),
    sent: { email: 'a@example.org', password: 'moonlight' },
    shapes: [
      [
        { body: { token: 'T', name: 'Alex', email: 'a@example.org' } },
        { token: 'T', name: 'Alex', email: 'a@example.org' },
      ],
      [
        { body: { token: 'T', license: '', msg: 'Welcome' } },
        { token: 'T', name: '', email: 'a@example.org' },
      ],
    ],
    failures: [
      [{ body: { error: 'Login failed, check your password.' } }, 'WrongCredentials'],
      [{ status: 401, body: { error: 'No.' } }, 'WrongCredentials'],
      [{ body: { error: 'A 2FA code is needed.' } }, 'MfaRequired'],
      [{ body: { error: 'x', msg: 'x', code: 'MFA_INVALID' } }, 'MfaInvalid'],
      [{ status: 400, body: { error: 'Missing field' } }, 'InvalidRequest'],
    ],
    misshapen: { token: 7 },
  },
  {
    path: '/user/signout',
    call: async client => client.user.signOut(),
    sent: { token: 'a-secret-token' },
    shapes: [
      [{ body: {} }, undefined],
      [{ body: { status: 'ok' } }, undefined],
      [{ body: { error: 'Not logged in' } }, undefined],
      [{ status: 401, body: {} }, undefined],
    ],
    failures: [],
  },
  {
    path: '/user/info',
    call: async client => client.user.info(),
    sent: { token: 'a-secret-token' },
    shapes: [
      [
        {
          body: {
            uid: 'u',
            name: 'Alex',
            email: 'a@example.org',
            mfa: true,
            license: 'free',
            credit: 2,
            discount: 3,
            payment: null,
          },
        },
        {
          uid: 'u',
          name: 'Alex',
          email: 'a@example.org',
          mfa: true,
          license: 'free',
          credit: 2,
          discount: 3,
        },
      ],
      [
        { body: { uid: 'u', name: '', email: '', discount: { status: 'on', expiry_ts: 1 } } },
        {
          uid: 'u',
          name: '',
          email: '',
          mfa: false,
          license: '',
          credit: 0,
          discount: { status: 'on', expiry_ts: 1 },
        },
      ],
      [
        { body: { uid: 'u', name: '', email: '', discount: null, credit: null } },
        { uid: 'u', name: '', email: '', mfa: false, license: '', credit: 0, discount: null },
      ],
    ],
    failures: [],
    misshapen: { uid: 'u', name: 'Alex' },
  },
]
