import { Type } from 'typebox'
import { setting } from './formats.ts'
import { faultOfAddress, readMqttBroker } from './server-address.ts'

const { integer, list, optional, text } = setting
const port = [0, 65_535] as const

/** Settings of every service. */
export const serviceSettings = {
  PORT: integer(port, 'The port; 0 takes a free one.', { default: 0 }),
  HOST: text('text', 'The address to listen on; in a container 0.0.0.0.', {
    default: '127.0.0.1',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'How much is logged.',
  }),
  TRUSTED_PROXIES: list('network', 'Proxies whose X-Forwarded headers are trusted.', {
    default: [],
  }),
}

/** Settings of the workers: how soon they find work, and how long they keep it. */
export const workSettings = {
  SWEEP_SECONDS: integer([1, 60], 'How often workers look for work whose wake-up was lost.', {
    default: 30,
  }),
  LEASE_SECONDS: integer([2, 300], 'How long a killed worker keeps its work.', { default: 30 }),
}

/** Where a service serves its metrics. */
export const metricsSettings = {
  METRICS_PORT: Type.Optional(
    integer(port, 'A private port for /metrics, in the Prometheus format; unset: no metrics.'),
  ),
  METRICS_HOST: text('text', 'Its address; in a container 0.0.0.0.', {
    default: '127.0.0.1',
  }),
}

/** The address that people open. */
export const publicSettings = {
  PUBLIC_URL: text(
    'origin',
    'The address people open; in production https, or http in a private network.',
    { default: 'http://localhost:8080' },
  ),
}

/** What browsers remember of an https address. */
export const browserSettings = {
  HSTS: optional(
    'hsts',
    'How long browsers insist on https at the host of PUBLIC_URL, on every port; unset: max-age=86400, a day.',
  ),
}

/** The database. */
export const databaseSettings = {
  DATABASE_URL: text('postgresql', 'The PostgreSQL database.', { secret: true }),
}

/** The queue, if it is Redis. */
export const queueSettings = {
  REDIS_URL: optional(
    'redis',
    'Wake-ups between processes; unset: work waits for the next sweep.',
    {
      secret: true,
    },
  ),
}

/** Keys for stored secrets. */
export const secretSettings = {
  SECRET_KEYS: list('key', 'Keys that seal stored secrets, newest first.', {
    minItems: 1,
    secret: true,
  }),
}

/** Who may sign in. */
export const signInSettings = {
  ALLOWED_EMAILS: list(
    'e-mail',
    'Who may sign in without an invitation. Empty is only for SIGN_IN=accounts: else no one can be first.',
    { default: [] },
  ),
}

/** The MQTT broker of Home Assistant. */
export const homeAssistantSettings = {
  MQTT_URL: optional('mqtt', 'The MQTT broker of Home Assistant.', {
    secret: true,
    fault: faultOfAddress(readMqttBroker),
  }),
  MQTT_DISCOVERY_PREFIX: text('topic', 'The discovery prefix of Home Assistant.', {
    default: 'homeassistant',
  }),
}

/** Where the provider sends notifications. */
export const webhookSettings = {
  WEBHOOK_URL: optional(
    'endpoint',
    'Where the provider sends notifications; unset: PUBLIC_URL/api/webhook/calendar. ' +
      'If it is not public https, the worker polls.',
  ),
}
