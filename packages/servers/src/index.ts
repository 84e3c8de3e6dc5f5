export { removePostgres, runningPostgres, startPostgres, type PostgresServer } from './postgres.ts'
export { findRedis, runningRedis, startRedis, type RedisServer } from './redis.ts'
export { ServerError } from './errors.ts'
export { freePort } from './free-port.ts'
