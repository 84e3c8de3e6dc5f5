import { randomBytes } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import {
  askForNewAddress,
  requestTakeDown,
  setSitePassword,
  sitePasswordLengths,
  type ChangeOrigin,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash, type Flash } from '../../plugins/flash.ts'
import { takeJsonOnly } from '../../plugins/json-api.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { waitForSite } from '../../plugins/wait-for-work.ts'

/** What a person does with the published site, as a form and as JSON; false where there was nothing to do. */
const commands: Record<
  'take-down' | 'new-address',
  { says: string; run: (trx: Transaction, by: ChangeOrigin) => Promise<boolean> }
> = {
  'take-down': {
    says: 'Takes the published site down. False while publishing is on, or nothing is there.',
    run: requestTakeDown,
  },
  'new-address': {
    says: 'Gives the published site a new address; the old one ends. False without a site.',
    run: trx => askForNewAddress(trx, { slug: randomBytes(16).toString('hex') }),
  },
}

const passwordForm = Type.Object({
  password: Type.Optional(Type.String()),
  remove: Type.Optional(Type.String()),
})

const { shortest, longest } = sitePasswordLengths
const passwordJson = Type.Object(
  { password: Type.Union([Type.String(), Type.Null()]) },
  {
    additionalProperties: false,
    description: `Sets the password of the published site, of ${shortest} to ${longest} characters; null removes it. False while the site is no longer updated.`,
  },
)
const isTooShortOrLong = (password: string | null) =>
  password !== null && (password.length < shortest || password.length > longest)

const done = { done: Type.Boolean() }
const config = { confirm: 'site' } as const

/** What a person does with the published site: take it down once publishing is off, a new address, a password. */
export default async function publishing(service: WebService, context: WebContext) {
  const { keys } = context

  for (const [name, { run }] of Object.entries(commands))
    service.post(`/settings/${name}`, { config }, async (request, reply) => {
      await changeAs(context, request, run)
      if (name === 'new-address') await waitForSite(context)
      return reply.redirect('/settings/sharing#publishing')
    })

  service.post(
    '/settings/site-password',
    { config, schema: { body: passwordForm } },
    async (request, reply) => {
      const { password: typed = '', remove } = request.body
      const end = (flash: Flash) => {
        return leaveFlash(reply, flash).redirect('/settings/sharing')
      }
      const password = remove === undefined ? typed : null
      if (password === '') return end('unchanged')
      if (isTooShortOrLong(password)) return end('password-length')
      const isSet = await changeAs(context, request, trx =>
        setSitePassword(trx, { keys, password }),
      )
      if (!isSet) return end('unchanged')
      return end(password === null ? 'password-removed' : 'password-set')
    },
  )

  await service.register(async api => {
    takeJsonOnly(api)
    for (const [name, { says, run }] of Object.entries(commands)) {
      const schema = { response: { 200: Type.Object(done, { description: says }) } }
      api.post(`/api/site/${name}`, { config, schema }, async request => ({
        done: await changeAs(context, request, run),
      }))
    }
    api.put<{ Body: { password: string | null } }>(
      '/api/site/password',
      { config, schema: { body: passwordJson, response: { 200: Type.Object(done) } } },
      async request => {
        const { password } = request.body
        if (isTooShortOrLong(password))
          throw new LocalizedHttpError(400, message('flash.password-length'), { field: 'password' })
        return {
          done: await changeAs(context, request, trx => setSitePassword(trx, { keys, password })),
        }
      },
    )
  })
}
