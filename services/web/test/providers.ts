import type { Providers } from '@night-routine/wording'

/** Whom messages name. */
export const providers: Providers = { calendar: 'google', signIn: 'Google' }

/** Those of an installation with a calendar server and its own identity provider. */
export const ownProviders: Providers = { calendar: 'caldav', signIn: 'id.example.org' }
