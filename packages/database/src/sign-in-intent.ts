/**
 * What a sign-in is for: `sign-in` only says who a person is; `connect` brings a grant where the
 * household has none that works; `reconnect` renews the grant of the same account; `replace` puts
 * another account in its place, after a person was asked.
 */
export type SignInIntent = 'sign-in' | 'connect' | 'reconnect' | 'replace'
