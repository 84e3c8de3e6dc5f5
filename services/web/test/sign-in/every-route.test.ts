import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ownServerSettings } from '@night-routine/servers'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { safeMethods } from '../../src/plugins/access-token.ts'
import { webWithCredentials } from '../web-with-credentials.ts'

/** Why a route that changes something does not ask whether it is really this person. */
const reasons: Record<string, string[]> = {
  'changes nights: the history shows it, and anyone undoes it': [
    'POST /nights/babysitter',
    'POST /nights/give',
    'POST /nights/swap',
    'POST /nights/lock',
    'POST /nights/unlock',
    'POST /nights/note',
    'POST /nights/weight',
    'POST /nights/range',
    'POST /changes/undo',
    'POST /asks',
    'POST /asks/answer',
    'POST /asks/withdraw',
    'POST /notices/answer',
    'POST /api/night-ranges',
    'POST /api/nights/:id/give',
    'POST /api/nights/:id/swap',
    'POST /api/nights/:id/babysitter',
    'POST /api/nights/:id/lock',
    'POST /api/nights/:id/unlock',
    'POST /api/nights/:id/note',
    'POST /api/nights/:id/weight',
    'POST /api/nights/:id/undo',
    'POST /api/changes/:change/undo',
    'POST /api/asks',
    'POST /api/asks/:id/answer',
    'DELETE /api/asks/:id',
    'POST /api/notices/:id/answer',
    'POST /api/assignment-babysitter',
  ],
  'changes when somebody is away: the settings show it, and anyone changes it back': [
    'POST /settings/absences',
    'POST /settings/absences/remove',
    'POST /settings/absences/repeating',
    'POST /settings/absences/repeating/remove',
    'POST /settings/absences/calendar',
    'POST /settings/absences/address',
    'POST /settings/absences/calendar/remove',
    'POST /api/absences',
    'DELETE /api/absences/:id',
    'DELETE /api/repeating-absences/:id',
    'POST /api/absence-calendars',
    'DELETE /api/absence-calendars/:id',
  ],
  'changes from when on the nights are split how: the settings show it, and anyone changes it back':
    ['POST /settings/agreements', 'POST /settings/agreements/remove'],
  'writes what the plan says into the calendar, as the worker does anyway': [
    'POST /sync',
    'POST /api/sync',
    'POST /notices/put-back',
    'POST /notices/clock',
    'POST /api/notices/put-back',
  ],
  'the contract has the order of this request; the calendar belongs to the account that is connected':
    ['POST /calendars/disconnect', 'POST /calendars/make', 'POST /calendars/select'],
  'is about how the plan is shown and told, and lets no one in': [
    'POST /you',
    'POST /you/parent',
    'POST /you/language',
    'PATCH /api/you',
    'POST /people/parent',
    'POST /settings/time-zone',
  ],
  'hides what was read; the history keeps it': [
    'POST /notices/dismiss',
    'POST /api/notices/:id/dismiss',
    'POST /you/seen',
    'POST /flash/close',
    'POST /home-screen',
    'POST /you/passkeys/none',
  ],
  'a browser’s push subscription ends with its session': [
    'POST /you/devices',
    'POST /you/devices/renew',
    'POST /you/devices/remove',
  ],
  'sends a message to where messages go already': ['POST /you/channels/:channel/test'],
  'shows what is in a file, and saves nothing': ['POST /import'],
  'is the sign-in itself': [
    'POST /identity/sign-in',
    'POST /identity/sign-in/passkey',
    'POST /identity/sign-in/code',
  ],
  'the set-up code, or the invitation, is the key': [
    'POST /identity/first',
    'POST /invitations/:invitation/join',
  ],
  'the link in the mail is the key': [
    'POST /identity/link',
    'POST /asks/link',
    'POST /unsubscribe',
  ],
  'sends a mail to its person, and nothing to the browser': ['POST /identity/forgot'],
  'needs the offer that only a confirmed press gets': [
    'POST /you/password/new',
    'POST /you/second-factor/on',
    'POST /you/passkeys/add',
  ],
  'ends only this browser’s session': ['POST /sign-out'],
}

t.test('every route that changes something is confirmed, or has a reason not to be', async t => {
  const confirmed = new Map<string, boolean>()
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat())
        if (!safeMethods.has(each)) confirmed.set(`${each} ${url}`, config?.confirm !== undefined)
    })
  }
  // Fastify tells it of each service, before the first route.
  subscribe('fastify.initialization', collect)
  const { build } = await webWithCredentials(t, { SMTP_URL: 'smtp+plain://127.0.0.1:9' })
  const nowhere = { url: 'http://127.0.0.1:9/', username: 'parents', password: 'nothing' }
  const provider = { issuer: nowhere.url, clientId: 'night-routine', clientSecret: 'nothing' }
  await build(ownServerSettings(nowhere, provider))
  unsubscribe('fastify.initialization', collect)

  const routes = (isConfirmed: boolean) =>
    [...confirmed].flatMap(([route, is]) => (is === isConfirmed ? route : [])).toSorted()
  t.ok(routes(true).includes('POST /people/invitations'))
  t.same(routes(false), Object.values(reasons).flat().toSorted())
})
