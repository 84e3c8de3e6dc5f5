import httpProxy from '@fastify/http-proxy'
import type { ServiceDependencies } from '@night-routine/service'
import Fastify from 'fastify'
import type { Config } from './config.ts'

/** One public address for the services, as the reverse proxy gives them in production. */
export async function buildService({ config, logger }: ServiceDependencies<Config>) {
  const gateway = Fastify({ loggerInstance: logger, forceCloseConnections: true })
  await gateway.register(httpProxy, {
    upstream: config.WEB_URL,
    // The browser's own Host: the services check the origin against the public address.
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        host: request.headers.host ?? '',
      }),
    },
  })
  return gateway
}
