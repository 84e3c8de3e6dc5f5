import {
  databaseSettings,
  googleSettings,
  householdSettings,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  workSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...secretSettings,
  ...googleSettings,
  ...householdSettings,
  WEBHOOK_URL: Type.Optional(
    Type.String({
      format: 'endpoint',
      description:
        'Where the calendar provider sends notifications; unset: PUBLIC_URL/api/webhook/calendar. ' +
        'Where that is not public https, the calendar is polled.',
    }),
  ),
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>
