import { ChangeRefusal, zoneOf } from '@night-routine/household'
import { transaction } from '@night-routine/database/connection'
import {
  countRecoveryCodes,
  findCredentials,
  readPasskeys,
} from '@night-routine/database/credentials'
import {
  readLastDeliveries,
  readNotificationSettings,
  readPersonChannels,
  readPushSubscriptions,
  saveNotificationSettings,
} from '@night-routine/database/notifications'
import {
  readAccessTokens,
  readSessionsOf,
  readShareLinks,
  saveMemberLanguage,
  saveMemberParent,
  saveOnHomeScreen,
} from '@night-routine/database/people'
import { preparePush } from '@night-routine/notifications'
import { languages, type Wording } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { parentIn } from '../plugins/absence-form.ts'
import { readConnection } from '../plugins/connection.ts'
import type { WebContext, WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { programsView } from './programs-view.ts'
import { pageIn, partOf } from './sessions-view.ts'
import { askedBy, formOf, postedForm, remindersBody } from './reminders-form.ts'
import { acceptedPasskeys } from '../sign-in/passkeys.ts'
import { waysInView } from '../sign-in/ways-in-view.ts'
import { youView } from './you-view.ts'

/** The page of the signed-in person. */
export const page = '/you'

const query = Type.Object({ sessions: Type.Optional(Type.Unknown()) })
const parentBody = Type.Object({ parent: Type.String({ maxLength: 20 }) })
const languageBody = Type.Object({ language: Type.Enum(['', ...languages]) })

/** Who the signed-in person is, and what is theirs alone: language, reminders, devices and sessions. */
export default async function you(service: WebService, context: WebContext) {
  const { db, keys, clock, config, ownsCredentials, isSecure, passkeyProblem } = context

  service.get(page, { schema: { querystring: query } }, async (request, reply) =>
    show(request, reply, pageIn(request.query.sessions)),
  )

  service.post(page, { schema: { body: remindersBody } }, async (request, reply) => {
    const { session, reader } = signedIn(request)
    const { email } = session
    const form = postedForm(request.body, reader)
    const { settings, faults } = await askedBy(db, { keys, config, email }, form)
    const isScript = request.headers.accept === 'application/json'
    if (faults.length > 0 && isScript) throw new ChangeRefusal('not-allowed', faults.slice(0, 1))
    if (faults.length > 0) return show(request, reply.code(400), 1, { form, faults })
    await transaction(db, async trx => {
      await saveMemberParent(trx, email, form.parent)
      await saveNotificationSettings(trx, email, settings)
    })
    if (isScript) return reply.code(204).send()
    return leaveFlash(reply, 'saved').redirect(page)
  })

  service.post(`${page}/parent`, { schema: { body: parentBody } }, async (request, reply) => {
    await saveMemberParent(
      db,
      signedIn(request).session.email,
      parentIn(request.body.parent) ?? null,
    )
    return leaveFlash(reply, 'saved').redirect(page)
  })

  service.post(`${page}/language`, { schema: { body: languageBody } }, async (request, reply) => {
    await saveMemberLanguage(db, signedIn(request).session.email, request.body.language || null)
    return leaveFlash(reply, 'saved').redirect(page)
  })

  // They say so, or it was opened from there. Idempotent.
  service.post('/home-screen', async (request, reply) => {
    await saveOnHomeScreen(db, signedIn(request).session.email, clock.now())
    return reply.redirect('/')
  })

  /** How the person signs in; null where they do so elsewhere, and for those without an account here. */
  async function readSigningIn(email: string, how: { timeZone: string; wording: Wording }) {
    const account = ownsCredentials && (await findCredentials(db, keys, { email }))
    if (!account) return null
    const [codesLeft, passkeys] = await Promise.all([
      countRecoveryCodes(db, account.id),
      readPasskeys(db, account.id),
    ])
    const accepted = acceptedPasskeys(context, account.id, passkeys)
    return waysInView({ account, codesLeft, passkeys, accepted, passkeyProblem, ...how })
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    sessionsPage: number,
    typed?: Pick<Parameters<typeof youView>[0], 'form' | 'faults'>,
  ) {
    const { session, reader: parent, language, settings, names } = signedIn(request)
    const { email, tokenHash } = session
    const timeZone = zoneOf(settings)
    const asked = { email, tokenHash, now: clock.now(), ...partOf(sessionsPage) }
    const [wanted, stored, last, pushKey, sessions, tokens, links, connection, signingIn] =
      await Promise.all([
        readNotificationSettings(db, email),
        readPersonChannels(db, keys, email),
        readLastDeliveries(db, email),
        preparePush(db, keys),
        readSessionsOf(db, asked),
        readAccessTokens(db, email),
        readShareLinks(db),
        readConnection(context),
        readSigningIn(email, { timeZone, wording: request.wording }),
      ])
    const view = youView({
      ...(typed ?? { form: formOf(wanted, parent), faults: [] }),
      parent,
      language,
      householdLanguage: settings.language,
      names,
      person: session,
      channels: { config, stored, last },
      hasPush: isSecure,
      now: clock.now(),
      // After the key: a key that could not be read has been replaced, and its subscriptions have ended.
      subscriptions: await readPushSubscriptions(db, email),
      pushKey,
      signingIn,
      sessions,
      sessionsPage,
      links: links.filter(({ createdBy }) => createdBy === email),
      programs: programsView(tokens, { timeZone, wording: request.wording }),
      hasCalendarApps: config.CALENDAR === 'own',
      timeZone,
      wording: request.wording,
    })
    return reply.page('you/you.hbs', view, connection)
  }
}
