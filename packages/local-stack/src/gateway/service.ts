import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { ServiceDependencies } from '@night-routine/service'
import Fastify from 'fastify'
import type { Config } from './config.ts'

/** One public address for the services, as the reverse proxy gives them in production. */
export async function buildService({ config, logger }: ServiceDependencies<Config>) {
  const gateway = Fastify({ loggerInstance: logger, forceCloseConnections: true })
  // The caller's own Host: the services check the origin against the public address.
  const replyOptions: FastifyHttpProxyOptions['replyOptions'] = {
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      host: request.headers.host ?? '',
    }),
  }
  const webhook = '/api/webhook'
  await gateway.register(httpProxy, {
    upstream: config.WEBHOOK_INGEST_URL,
    prefix: webhook,
    rewritePrefix: webhook,
    replyOptions,
  })
  // The published sites, and their stylesheet.
  for (const prefix of ['/s', '/-'])
    await gateway.register(httpProxy, {
      upstream: config.VAULT_URL,
      prefix,
      rewritePrefix: prefix,
      replyOptions,
    })
  await gateway.register(httpProxy, { upstream: config.WEB_URL, replyOptions })
  return gateway
}
