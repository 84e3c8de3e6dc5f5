import {
  databaseSettings,
  metricsSettings,
  queueSettings,
  serviceSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service: no credentials of the provider, no keys, no sessions. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  WEBHOOK_HEADER_PREFIX: Type.String({
    format: 'header-prefix',
    default: 'x-goog-',
    description: 'How the headers of a notification begin; x-provider- is taken as well.',
  }),
})

export type Config = Type.Static<typeof configSchema>
