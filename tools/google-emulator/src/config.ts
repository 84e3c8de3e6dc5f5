import { serviceSettings } from '@night-routine/service'
import { Type } from 'typebox'
import type { Static } from 'typebox'

export const configSchema = Type.Object({
  ...serviceSettings,
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8081,
    description: 'Where the emulator listens; 0 takes a free port.',
  }),
  GOOGLE_CLIENT_ID: Type.String({
    default: 'night-routine.apps.googleusercontent.com',
    description: 'The one application that is registered.',
  }),
  GOOGLE_CLIENT_SECRET: Type.String({
    default: 'local-secret',
    description: 'Its secret.',
  }),
  REDIRECT_URIS: Type.Array(Type.String(), {
    default: [],
    description: 'Where it may be sent back to, exactly; empty allows any loopback address.',
  }),
  ISSUER: Type.Optional(
    Type.String({
      description: 'The issuer in id tokens; the address that the request used unless given.',
    }),
  ),
  STATE_FILE: Type.Optional(
    Type.String({
      description:
        'Where calendars and grants are kept over a restart; in memory only unless given.',
    }),
  ),
  RETRY_BASE_MILLISECONDS: Type.Integer({
    minimum: 1,
    default: 1000,
    description: 'Waiting time before a refused notification is sent again; doubles each time.',
  }),
})

export type Config = Static<typeof configSchema>
