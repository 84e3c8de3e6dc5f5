import type { FastifyReply, FastifyRequest } from 'fastify'

/** What our script asks for: a page that shows the progress is better than a button that waits. */
const early = 'respond-async'

/**
 * Whether the client wants its answer before the calendar agrees: it says so in the header `Prefer` (RFC 7240), or in
 * the field that our script sends with a form. Every other client gets the contract's order.
 */
export function wantsEarlyAnswer(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  field?: string,
): boolean {
  const { prefer = '' } = request.headers
  const asked = [prefer].flat().join(',').toLowerCase().split(/[,;]/)
  if (field !== early && !asked.some(each => each.trim() === early)) return false
  void reply.header('preference-applied', early)
  return true
}
