import { randomBytes } from 'node:crypto'
import {
  askForNewAddress,
  requestTakeDown,
  setSitePassword,
  sitePasswordLengths,
  zoneOf,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { sync } from './sync.ts'
import { readStatus, statusLine } from '../home/status-line.ts'
import { takeJsonOnly } from '../../plugins/json-only.ts'

const text = Type.String()

const state = Type.Object(
  { revision: text, tone: Type.Enum(['good', 'working', 'trouble']), text },
  {
    description:
      'Whether the calendar agrees with the plan, in a few words. `revision` changes with everything that the home ' +
      'page shows.',
  },
)
const synced = Type.Object(
  { requested: Type.Array(text) },
  {
    description:
      'Plans from tonight on, and asks for a read and a write of the calendar, which follow soon.',
  },
)
const done = { done: Type.Boolean() }
const takenDown = Type.Object(done, {
  description: 'Takes the published site down. False while publishing is on, or nothing is there.',
})
const moved = Type.Object(done, {
  description: 'Gives the published site a new address; the old one ends. False without a site.',
})
const { shortest, longest } = sitePasswordLengths
const password = Type.Object(
  { password: Type.Union([text, Type.Null()]) },
  {
    additionalProperties: false,
    description: `Sets the password of the published site, of ${shortest} to ${longest} characters; null removes it. False while a site is no longer updated.`,
  },
)

/** The status, and what the workers are asked for, as JSON. */
const workApi: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { clock, keys } = context
  takeJsonOnly(service)

  service.get(
    '/api/status',
    { config: { quiet: true }, schema: { response: { 200: state } } },
    async request => {
      const { settings } = signedIn(request)
      const now = clock.now()
      const facts = await readStatus(context, now)
      const { publish } = settings
      const shown = { publish, timeZone: zoneOf(settings), now, wording: request.wording }
      return { revision: facts.revision, ...statusLine({ ...facts, ...shown }) }
    },
  )

  service.post('/api/sync', { schema: { response: { 200: synced } } }, async request => {
    const wanted = await sync(context, signedIn(request).session)
    return { requested: wanted.map(({ kind }) => kind) }
  })

  const config = { confirm: 'site' } as const

  service.post(
    '/api/site/take-down',
    { config, schema: { response: { 200: takenDown } } },
    request =>
      changeAs(context, signedIn(request).session, async (trx, by) => ({
        done: await requestTakeDown(trx, by),
      })),
  )

  service.post(
    '/api/site/new-address',
    { config, schema: { response: { 200: moved } } },
    request => {
      const slug = randomBytes(16).toString('hex')
      return changeAs(context, signedIn(request).session, async trx => ({
        done: await askForNewAddress(trx, { slug }),
      }))
    },
  )

  service.put(
    '/api/site/password',
    { config, schema: { body: password, response: { 200: Type.Object(done) } } },
    request => {
      const { password: chosen } = request.body
      if (chosen !== null && (chosen.length < shortest || chosen.length > longest))
        throw new SpokenError(400, message('flash.password-length'), { field: 'password' })
      return changeAs(context, signedIn(request).session, async trx => ({
        done: await setSitePassword(trx, { keys, password: chosen }),
      }))
    },
  )
}

export default workApi
