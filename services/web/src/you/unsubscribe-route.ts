import {
  channelOf,
  readUnsubscribeToken,
  unsubscribe as turnOff,
} from '@night-routine/notifications'
import { takeAnyMediaType } from '@night-routine/service'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'

const query = Type.Object({ token: Type.String({ maxLength: 2048 }) })

const template = 'you/unsubscribe.hbs'

/**
 * Turns a channel off by its link. The GET asks, because mail programs open links before a person does. The POST
 * needs no session and may come from any site: the token says who asks.
 */
export default async function unsubscribe(service: WebService, { db, keys }: WebContext) {
  const address = '/unsubscribe'
  // Mail services send `List-Unsubscribe=One-Click` as one of two types of form (RFC 8058); the token says it all.
  takeAnyMediaType(service)
  service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  service.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      // The web app of ntfy presses buttons from its own origin, and reads the status.
      'access-control-allow-origin': '*',
    })
  })

  const config = { access: 'public', anySite: true } as const
  service.get(address, { config, schema: { querystring: query } }, async (request, reply) => {
    const { wording } = request
    const found = readUnsubscribeToken(keys, request.query.token)
    if (found === undefined) void reply.code(404)
    const view = {
      title: wording.say('unsubscribe.title'),
      said:
        found === undefined
          ? wording.say('unsubscribe.unknown')
          : wording.say('unsubscribe.channel', {
              name: wording.say(channelOf(found.channel).name),
            }),
      action: found === undefined ? null : request.url,
    }
    return reply.page(template, view)
  })

  service.post(address, { config, schema: { querystring: query } }, async (request, reply) => {
    const { wording } = request
    const found = await turnOff(db, keys, request.query.token)
    if (found === undefined) void reply.code(404)
    const view = {
      title: wording.say('unsubscribe.title'),
      said: wording.say(found === undefined ? 'unsubscribe.unknown' : 'unsubscribe.done'),
      action: null,
    }
    return reply.page(template, view)
  })
}
