import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
} from 'fastify'
import { Type } from 'typebox'

// The front door comes first; each part moves into a file of its own next.
export type Environment = Readonly<Record<string, string | undefined>>
export type Logger = FastifyBaseLogger
export interface Clock {
  now(): Temporal.Instant
}
export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** Settings are objects of typebox properties: a service spreads the ones it needs into one Type.Object. */
export const serviceSettings = {
  PORT: Type.Integer({ default: 0 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
  }),
  TRUSTED_PROXIES: Type.Array(Type.String(), { default: [] }),
}
export const publicSettings = { PUBLIC_URL: Type.String({ default: 'http://localhost:8080' }) }
export const databaseSettings = { DATABASE_URL: Type.String() }
export const queueSettings = { REDIS_URL: Type.Optional(Type.String()) }
export const secretSettings = { SECRET_KEYS: Type.Array(Type.String()) }
export const signInSettings = { ALLOWED_EMAILS: Type.Array(Type.String(), { default: [] }) }
export const googleSettings = {
  GOOGLE_CLIENT_ID: Type.String(),
  GOOGLE_CLIENT_SECRET: Type.String(),
  GOOGLE_API_ROOT_URL: Type.Optional(Type.String()),
  GOOGLE_OAUTH_AUTH_URL: Type.Optional(Type.String()),
  GOOGLE_OAUTH_TOKEN_URL: Type.Optional(Type.String()),
  GOOGLE_OAUTH_REVOKE_URL: Type.Optional(Type.String()),
  GOOGLE_OAUTH_JWKS_URL: Type.Optional(Type.String()),
  GOOGLE_OAUTH_ISSUER: Type.Optional(Type.String()),
  ALLOW_OTHER_PROVIDER: Type.Boolean({ default: false }),
}
/** First values of the household: seedHousehold writes what the database does not have yet. */
export const householdSettings = {
  PARENT_A: Type.String({ default: 'Parent A' }),
  PARENT_B: Type.String({ default: 'Parent B' }),
  TIME_ZONE: Type.String({ default: 'UTC' }),
  LOOK_AHEAD_DAYS: Type.Integer({ default: 30 }),
}

export class ConfigurationError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigurationError'
    this.faults = faults
  }
}

export function loadConfig<Schema extends Type.TObject>(
  _schema: Schema,
  _env: Environment,
): Type.Static<Schema> {
  throw new Error('not built yet')
}

export interface SettingDescription {
  name: string
  type: string
  default: string | null
  required: boolean
  secret: boolean
  description: string
}
export function describeSettings(_schema: Type.TObject): SettingDescription[] {
  throw new Error('not built yet')
}

export function createLogger(_options: {
  name: string
  level?: string
  destination?: { write(line: string): void }
}): Logger {
  throw new Error('not built yet')
}

export class HttpError extends Error {
  readonly status: number
  readonly field: string | undefined
  constructor(status: number, words: string, options: { field?: string; cause?: unknown } = {}) {
    super(words, { cause: options.cause })
    this.name = 'HttpError'
    this.status = status
    this.field = options.field
  }
}
export interface ErrorDescription {
  status: number
  words: string
  field?: string
  headers: Record<string, string>
}
export function describeError(_error: unknown): ErrorDescription {
  throw new Error('not built yet')
}

export type ErrorPage = (
  error: ErrorDescription,
  request: FastifyRequest,
) => string | Promise<string>

export interface ServiceOptions {
  logger: Logger
  trustedProxies?: readonly string[]
  /** Renders the error page for browsers; without it every error is JSON. */
  errorPage?: ErrorPage
  /** Turns a domain error into an HttpError; undefined leaves it to the defaults. */
  translateError?: (error: unknown) => HttpError | undefined
}
export function createService(_options: ServiceOptions): FastifyInstance {
  throw new Error('not built yet')
}

/** Throws (or rejects) with words when the thing is away; 1 s at most. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>
export interface HealthOptions {
  required: Record<string, ReadinessCheck>
  reported?: Record<string, ReadinessCheck>
}
export const health: FastifyPluginAsync<HealthOptions> = async () => {
  throw new Error('not built yet')
}

export interface ServiceDependencies<Config> {
  config: Config
  logger: Logger
  clock: Clock
}
export interface ServiceDefinition<Schema extends Type.TObject> {
  name: string
  configSchema: Schema
  buildService: (dependencies: ServiceDependencies<Type.Static<Schema>>) => Promise<FastifyInstance>
  env: Environment
}
export async function startService<Schema extends Type.TObject<typeof serviceSettings>>(
  _definition: ServiceDefinition<Schema>,
): Promise<void> {
  throw new Error('not built yet')
}
