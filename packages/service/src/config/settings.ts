import { Type } from 'typebox'

/** Settings of every service. */
export const serviceSettings = {
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'The port the service listens on; 0 takes a free one.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'The address the service listens on; in a container 0.0.0.0.',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'How much is logged.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'endpoint',
      description:
        'Where traces go, as OTLP over HTTP: http://collector:4318. Unset: there are none.',
    }),
  ),
  TRUSTED_PROXIES: Type.Array(Type.String({ format: 'network' }), {
    default: [],
    description: 'Proxies whose X-Forwarded headers are trusted.',
  }),
}

/** Settings of the workers: how soon they find work, and how long they keep it. */
export const workSettings = {
  SWEEP_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 60,
    default: 30,
    description: 'How often the worker looks for work whose wake-up was lost.',
  }),
  LEASE_SECONDS: Type.Integer({
    minimum: 2,
    maximum: 300,
    default: 30,
    description: 'How long a killed worker keeps its work before another one takes over.',
  }),
}

/** Where a service serves its metrics. */
export const metricsSettings = {
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'A separate, private port for /metrics in the Prometheus format and, in workers, for the queue ' +
        'dashboard at /queues. ' +
        'Unset: no metrics.',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'The address that METRICS_PORT listens on; in a container 0.0.0.0.',
  }),
}

/** The address that people open. */
export const publicSettings = {
  PUBLIC_URL: Type.String({
    format: 'origin',
    default: 'http://localhost:8080',
    description: 'The address people open; https in production.',
  }),
}

/** The database. */
export const databaseSettings = {
  DATABASE_URL: Type.String({
    format: 'postgresql',
    secret: true,
    description: 'The PostgreSQL database.',
  }),
}

/** The queue, if it is Redis. */
export const queueSettings = {
  REDIS_URL: Type.Optional(
    Type.String({
      format: 'redis',
      secret: true,
      description: 'The Redis for wake-ups; without one they go through PostgreSQL.',
    }),
  ),
}

/** Keys for stored secrets. */
export const secretSettings = {
  SECRET_KEYS: Type.Array(Type.String({ format: 'key' }), {
    minItems: 1,
    secret: true,
    description:
      'Keys that seal stored tokens, newest first; rotate by putting a new one in front.',
  }),
}

/** Who may sign in. */
export const signInSettings = {
  ALLOWED_EMAILS: Type.Array(Type.String({ format: 'e-mail' }), {
    default: [],
    description: 'The accounts that may sign in. With an empty list, no one can sign in.',
  }),
}

const googleEndpoint = (description: string) =>
  Type.Optional(
    Type.String({ format: 'endpoint', description: `${description}; unset: Google’s.` }),
  )

/** The provider of sign-in and calendar. */
export const googleSettings = {
  GOOGLE_CLIENT_ID: Type.String({ description: 'The OAuth client id.' }),
  GOOGLE_CLIENT_SECRET: Type.String({ secret: true, description: 'The OAuth client secret.' }),
  GOOGLE_API_ROOT_URL: googleEndpoint('The root of the calendar API'),
  GOOGLE_OAUTH_AUTH_URL: googleEndpoint('The consent page'),
  GOOGLE_OAUTH_TOKEN_URL: googleEndpoint('The token endpoint'),
  GOOGLE_OAUTH_REVOKE_URL: googleEndpoint('The revocation endpoint'),
  GOOGLE_OAUTH_JWKS_URL: googleEndpoint('The keys that sign id tokens'),
  GOOGLE_OAUTH_ISSUER: googleEndpoint('The issuer of id tokens'),
  ALLOW_OTHER_PROVIDER: Type.Boolean({
    default: false,
    description: 'Lets production use a provider that is not Google.',
  }),
}

/** The mail server for notifications to people. */
export const mailSettings = {
  SMTP_URL: Type.Optional(
    Type.String({
      format: 'smtp',
      secret: true,
      description: 'The mail server that sends notifications; unset: none are sent by e-mail.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      format: 'e-mail',
      description: 'The sender of e-mails; unset: night-routine@ the host of PUBLIC_URL.',
    }),
  ),
}

/** Where the provider sends notifications. */
export const webhookSettings = {
  WEBHOOK_URL: Type.Optional(
    Type.String({
      format: 'endpoint',
      description:
        'Where the calendar provider sends notifications; unset: PUBLIC_URL/api/webhook/calendar. ' +
        'Where that is not public https, the calendar is polled.',
    }),
  ),
}

/** Initial values of the household; later the settings page changes them. */
export const householdSettings = {
  PARENT_A: Type.String({
    format: 'name',
    default: 'Parent A',
    description: 'The name of the first parent.',
  }),
  PARENT_B: Type.String({
    format: 'name',
    default: 'Parent B',
    description: 'The name of the second parent.',
  }),
  TIME_ZONE: Type.String({
    format: 'zone',
    default: 'UTC',
    description: 'The time zone of the household.',
  }),
  LOOK_AHEAD_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How many nights are planned ahead.',
  }),
}
