export { systemClock, type Clock } from './clock.ts'
export { describeSettings, type SettingDescription } from './config/describe.ts'
export type { Environment } from './config/environment.ts'
export { ConfigurationError, loadConfig } from './config/load.ts'
export {
  databaseSettings,
  googleSettings,
  householdSettings,
  mailSettings,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  signInSettings,
  webhookSettings,
  workSettings,
} from './config/settings.ts'
export { foldEmail } from './fold-email.ts'
export { health, type HealthOptions, type ReadinessCheck } from './health.ts'
export { createService, type ServiceOptions } from './http/create-service.ts'
export { arrivalOptions, endSlowRequests, usualArrival } from './http/slow-requests.ts'
export type { ErrorPage, SayError, TranslateError } from './http/error-answer.ts'
export { describeError, HttpError, type ErrorDescription } from './http/errors.ts'
export { createLogger, type Logger } from './logger.ts'
export { countAnswers } from './metrics/answers.ts'
export type { Metric, Sample } from './metrics/metric.ts'
export { metricsPort, type MetricsOptions } from './metrics/metrics.ts'
export { inBatches, withinTime } from './rounds.ts'
export { traced } from './tracing.ts'
export { onPassedTrail, onTrail, trailToPass } from './trail.ts'
export { startService, type ServiceDefinition, type ServiceDependencies } from './start.ts'
