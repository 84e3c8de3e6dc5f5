import { networkText } from '@night-routine/accounts'
import type { FastifyRequest } from 'fastify'

/** Where a change comes from, for the history. */
export function originOf({ ip }: Pick<FastifyRequest, 'ip'>): { network: string } {
  return { network: networkText(ip) }
}
