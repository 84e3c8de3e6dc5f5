import { ownCalendarName } from '@night-routine/calendar'
import { ownEvents } from '@night-routine/calendar-sync'
import { attemptKey, clientNetwork, countAttempt } from '@night-routine/credentials'
import { requestJob } from '@night-routine/database/jobs'
import { foldEmail } from '@night-routine/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findValidToken, recordUse } from '../plugins/access-token.ts'
import { appPasswordHash } from '../plugins/session.ts'
import { changeBy, type WebContext, type WebService } from '../plugins/context.ts'
import { noteFailure } from '../sign-in/note-failure.ts'

const own = ['PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL', 'COPY', 'MOVE']
const methods = [...own, 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
// Its answer says what is too large, in words that apps know.
const bodyLimit = 1_048_576

const toCalendar = async (_request: FastifyRequest, reply: FastifyReply) =>
  reply.redirect('/dav/', 301)

/** The calendar of this installation, for the calendar apps of phones and computers (CalDAV). */
export default async function dav(service: WebService, context: WebContext) {
  if (context.config.CALENDAR !== 'own') return
  const { db } = context
  for (const method of own) service.addHttpMethod(method, { hasBody: true })
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
  const options = { bodyLimit, config: { access: 'public' } } as const

  // RFC 6764: an app that was given the address of this site alone. iPhones look at the others, too.
  service.get('/.well-known/caldav', options, toCalendar)
  for (const url of ['/.well-known/caldav', '/', '/principals/'])
    service.route({ ...options, method: 'PROPFIND', url, handler: toCalendar })

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Loaded with the first request, with a parser of XML and one of events.
    const { answerDav, davHeaders } = await import('@night-routine/calendar/dav')
    void reply.headers({ ...davHeaders, 'cache-control': 'private, no-cache' })
    if (request.method === 'OPTIONS') return reply.code(200).send()
    const person = await admit(request, reply)
    if (person === undefined) return reply.send('')
    const [path = ''] = request.url.split('?')
    const { depth, 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    // A change wakes the worker, which judges it as one in any other calendar.
    const events = ownEvents(db, make =>
      changeBy(
        context,
        person,
        async trx => {
          await requestJob(trx, 'pull')
          return make(trx)
        },
        ['pull'],
      ),
    )
    const { status, headers, body } = await answerDav(
      {
        method: request.method,
        path,
        depth: [depth].flat()[0],
        ifMatch,
        ifNoneMatch,
        body: typeof request.body === 'string' ? request.body : '',
      },
      events,
      { email: person.email, calendarName: ownCalendarName },
    )
    return reply
      .code(status)
      .headers(headers ?? {})
      .send(request.method === 'HEAD' ? '' : (body ?? ''))
  }
  for (const url of ['/dav', '/dav/*'])
    service.route({ ...options, method: methods, url, handler: answer })

  /** Who a request is of; with no one, the answer says why. Only wrong passwords are slowed down. */
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const [, given = ''] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const [, user = '', password = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(given, 'base64').toString('utf8')) ?? []
    const email = foldEmail(user)
    const token = await findValidToken(appPasswordHash(password), context)
    if (token?.scope === 'calendar' && token.email === email) {
      await recordUse(token, context)
      return { email, accessToken: token.id }
    }
    const host = context.signInHost
    const key = attemptKey(host, 'network', `dav ${email}`, clientNetwork(request.ip))
    const seconds = given === '' ? 0 : await countAttempt(host, key)
    if (given !== '') await noteFailure(request, context, { email, reason: 'app password' })
    if (seconds > 0) void reply.code(429).header('retry-after', seconds)
    else void reply.code(401).header('www-authenticate', 'Basic realm="Night Routine"')
    return undefined
  }
}
