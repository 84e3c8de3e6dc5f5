export { onlyWith, setting, type SettingToCheck } from './config/formats.ts'
export { faultOfAddress, readMailServer, readMqttBroker } from './config/server-address.ts'
export {
  isLoopback,
  isPrivateHost,
  isSecureAddress,
  privateNetworks,
} from './config/private-hosts.ts'
export { foldEmail, isTimeZone } from './config/values.ts'
export {
  ConfigurationError,
  describeSettings,
  loadConfig,
  type Environment,
  type SettingDescription,
} from './config/load.ts'
export {
  browserSettings,
  databaseSettings,
  homeAssistantSettings,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  signInSettings,
  webhookSettings,
  workSettings,
} from './config/settings.ts'
export { escapeXml } from './escape-xml.ts'
export { health, type HealthOptions } from './health.ts'
export { jsonParser, takeAnyMediaType } from './http/bodies.ts'
export { createService, type ServiceOptions } from './http/create-service.ts'
export type { ErrorPage, SayError } from './http/error-answer.ts'
export { describeError, HttpError, type ErrorDescription } from './http/errors.ts'
export { arrivalOptions, endSlowRequests, usualArrival } from './http/limits.ts'
export { sharedServer } from './http/shared-server.ts'
export { strictTransport } from './http/strict-transport.ts'
export { readRetryAfter } from './http/retry-after.ts'
export { createLogger, printInLog, type Logger } from './logger.ts'
export {
  countAnswers,
  counter,
  metricsPort,
  type Counter,
  type Metric,
  type ReadGauge,
} from './metrics.ts'
export { outsideText } from './outside-text.ts'
export { isPrivateAddress, publicAgent, publicPlainAgent } from './public-agent.ts'
export { inBatches, withinTime } from './rounds.ts'
export {
  closeOnSignal,
  startService,
  systemClock,
  type Clock,
  type ServiceDependencies,
} from './start.ts'
export { readDiskSpace } from './disk-space.ts'
export { contextToPass, inRequestContext, type PassedContext } from './request-context.ts'
export { waits, wholeCalendarWaits } from './waits.ts'
