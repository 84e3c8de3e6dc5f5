export { startPostgres, removePostgres, type PostgresServer } from './postgres.ts'
export { findRedis, startRedis, type RedisServer } from './redis.ts'
export { ServerError } from './errors.ts'
export { freePort } from './free-port.ts'
