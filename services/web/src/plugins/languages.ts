import accepts from '@fastify/accepts'
import { languages, wordingFor, type Providers, type Wording } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The wording of the response. */
    readonly wording: Wording
  }
}

/**
 * Picks the language of every response: for people who are signed in their own, or the household's if they chose none;
 * else the browser's preferred supported language, else English.
 */
export async function speakLanguages(
  service: FastifyInstance,
  { providers }: { providers: Providers },
) {
  await service.register(accepts)
  service.decorateRequest('wording', {
    getter() {
      const { language, settings } = this.sessionContext ?? {}
      return wordingFor(language ?? settings?.language ?? browserLanguage(this) ?? 'en', providers)
    },
  })
  service.addHook('onSend', async (request, reply) => {
    if (!isSaid(reply)) return
    void reply.header('content-language', wordingOf(request).language)
    void reply.header(
      'vary',
      [reply.getHeader('vary'), 'accept-language, cookie'].filter(Boolean).join(', '),
    )
  })
}

/** The supported language that the browser prefers; null if it names none. */
export function browserLanguage(request: FastifyRequest): string | null {
  if (request.headers['accept-language'] === undefined) return null
  return request.languages([...languages]) || null
}

/** The wording of a request, also of one refused before any hook ran. */
export function wordingOf(request: FastifyRequest): Wording {
  const wording: Wording | undefined = request.wording
  return wording ?? wordingFor('en')
}

/** Whether people read this response: pages and error texts. */
function isSaid(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '')
  return type.startsWith('text/html') || (reply.statusCode >= 400 && type.includes('json'))
}
