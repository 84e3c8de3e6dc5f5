import type { Providers } from '@night-routine/wording'

/** Whom messages name. */
export const providers: Providers = { calendar: 'google', signIn: 'Google' }

/** Those of an installation with a calendar server and an identity provider of its own. */
export const ownProviders: Providers = { calendar: 'caldav', signIn: 'id.example.org' }
