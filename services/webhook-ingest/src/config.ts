import {
  databaseSettings,
  metricsSettings,
  queueSettings,
  serviceSettings,
  setting,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service; none is a credential of the provider or a key. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  WEBHOOK_HEADER_PREFIX: setting.text(
    'header-prefix',
    'The prefix of notification headers; x-provider- works too.',
    { default: 'x-goog-' },
  ),
})

export type Config = Type.Static<typeof configSchema>
