import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'

/** Lets the routes of a plugin take JSON in UTF-8 only: any website could send a form. */
export function takeJsonOnly(
  service: Pick<FastifyInstance, 'removeContentTypeParser' | 'addHook'>,
) {
  service.removeContentTypeParser(['application/x-www-form-urlencoded', 'text/plain'])
  service.addHook('onRequest', async ({ headers }) => {
    const charset = /;\s*charset="?(?<name>[^\s;"]+)/i.exec(headers['content-type'] ?? '')
    if (charset && !/^utf-?8$/i.test(charset.groups?.['name'] ?? ''))
      throw new LocalizedHttpError(400, message('error.not-utf8'))
  })
}
