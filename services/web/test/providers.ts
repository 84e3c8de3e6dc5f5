import type { Providers } from '@night-routine/wording'

/** Whom messages name. */
export const providers: Providers = { calendar: 'google', signIn: 'Google' }
