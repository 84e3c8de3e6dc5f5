import accepts from '@fastify/accepts'
import { languages, wording, type Wording } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer is said in. */
    readonly words: Wording
  }
}

/**
 * Finds the language of every answer: the household's for people who are signed in, else the one that
 * the browser asks for and we speak, else English.
 */
export async function speakLanguages(service: FastifyInstance) {
  await service.register(accepts)
  service.decorateRequest('words', {
    getter() {
      return wording(this.household?.settings.language ?? (this.languages([...languages]) || 'en'))
    },
  })
  service.addHook('onSend', async (request, reply) => {
    if (!isSaid(reply)) return
    void reply.header('content-language', wordsOf(request).language)
    void reply.header(
      'vary',
      [reply.getHeader('vary'), 'accept-language, cookie'].filter(Boolean).join(', '),
    )
  })
}

/** The words of a request, also of one that was refused before anything looked at it. */
export function wordsOf(request: FastifyRequest): Wording {
  const words: Wording | undefined = request.words
  return words ?? wording('en')
}

/** Whether people read this answer: pages, and what an error says. */
function isSaid(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '')
  return type.startsWith('text/html') || (reply.statusCode >= 400 && type.includes('json'))
}
