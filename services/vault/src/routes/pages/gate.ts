import { clientNetwork } from '@night-routine/credentials'
import type { Site } from '@night-routine/database/vault'
import { languages, message, wordingFor, type Message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { isLocked, type LockedSite } from '../../reader-access.ts'

const formPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Whether a request may read a locked site: by its cookie or, for calendar apps, by HTTP Basic. @throws Failure */
export async function mayRead(
  { readers }: Host,
  { headers, ip }: FastifyRequest,
  site: LockedSite,
): Promise<boolean> {
  if (readers.hasCookie(headers.cookie, site)) return true
  const [, encoded] = /^basic +([\w+/-]+=*)$/i.exec(headers.authorization ?? '') ?? []
  const credentials = Buffer.from(encoded ?? '', 'base64').toString()
  const [, password] = /^[^:]*:(.*)$/s.exec(credentials) ?? []
  return password !== undefined && readers.checkPassword(site, password, clientNetwork(ip))
}

/** Asks for the password: browsers get a form in their own language, programs a request for HTTP Basic. */
export function askForPassword(
  { templates }: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, status = 401 }: { fault?: Message; status?: number } = {},
) {
  const wording = wordingFor(request.languages([...languages]) || 'en')
  const isBrowser = /html/i.test(request.headers.accept ?? '')
  if (status === 401 && !isBrowser)
    void reply.header('www-authenticate', 'Basic realm="Published notes", charset="UTF-8"')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', formPolicy)
    .send(
      templates.plainPage({
        wording,
        title: wording.say('vault.passwordNeeded'),
        content: templates.password({ wording, fault: fault && wording.tell(fault) }),
      }),
    )
}

/** Checks the password from the form, and redirects to the requested page. */
export async function enter(
  host: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  { site, base }: { site: Site; base: string },
) {
  // Two slashes or a backslash would lead to another host.
  const page = request.url.startsWith('/') ? request.url.replace(/^[/\\]+/, '/') : base
  if (!isLocked(site)) return reply.redirect(page, 303)
  const { password: typed }: { password?: unknown } = Object(request.body)
  const password = typeof typed === 'string' ? typed : ''
  try {
    if (!(await host.readers.checkPassword(site, password, clientNetwork(request.ip))))
      return askForPassword(host, request, reply, { fault: message('vault.wrongPassword') })
  } catch (error) {
    if (!(error instanceof Failure) || error.failureCode !== 'RATE_LIMITED') throw error
    void reply.headers(error.headers)
    const seconds = Number(error.headers['retry-after'])
    const fault = message('vault.tooManyGuesses', { seconds })
    return askForPassword(host, request, reply, { fault, status: error.status })
  }
  const secure = host.addresses.readAt.startsWith('https:')
  const cookie = host.readers.issueCookie(site, { path: base, secure })
  return reply.header('set-cookie', cookie).redirect(page, 303)
}
