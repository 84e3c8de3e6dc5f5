import {
  databaseSettings,
  googleSettings,
  householdSettings,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
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
  SWEEP_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 60,
    default: 30,
    description: 'How often the worker looks for work that no wake-up told it of.',
  }),
  LEASE_SECONDS: Type.Integer({
    minimum: 2,
    maximum: 300,
    default: 30,
    description: 'How long work stays with a worker that is gone before another takes it over.',
  }),
})

export type Config = Type.Static<typeof configSchema>
