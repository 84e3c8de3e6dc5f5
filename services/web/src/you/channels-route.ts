import { transaction, type Transaction } from '@night-routine/database/connection'
import {
  readLastDeliveries,
  readPersonChannels,
  removePersonChannel,
  savePersonChannel,
  type ChannelValues,
} from '@night-routine/database/notifications'
import type { MemberAction } from '@night-routine/household'
import { channelOf, channelsSetUp, planTest, type ChannelId } from '@night-routine/notifications'
import { message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readConnection } from '../plugins/connection.ts'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { recordChange } from '../sign-in/record-change.ts'
import { waitForMessages } from '../plugins/wait-for-work.ts'
import {
  channelFormView,
  filledIn,
  readChannelForm,
  usableChannels,
  mostText,
} from './channels-view.ts'
import { page } from './you-route.ts'

const params = Type.Object({ channel: Type.String({ maxLength: 20 }) })
const body = Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: mostText })))

const section = `${page}#channels`

/** The ways for messages to reach a person: what they fill in for each, and a message that tests it. */
export default async function channelsRoute(service: WebService, context: WebContext) {
  const { db, keys, clock, config, wake } = context
  const address = `${page}/channels/:channel`

  /** @throws LocalizedHttpError 404 for a channel that is not set up here, or has no form where one is needed */
  function channelIn(
    { params: { channel } }: FastifyRequest<{ Params: { channel: string } }>,
    { hasForm = true } = {},
  ): ChannelId {
    const id = channelsSetUp(config).find(one => one === channel)
    if (id === undefined || (hasForm && channelOf(id).fields.length === 0))
      throw new LocalizedHttpError(404, message('channels.unknown'))
    return id
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, typed }: { id: ChannelId; typed?: ReturnType<typeof readChannelForm> },
  ) {
    const { email } = signedIn(request).session
    const stored = filledIn(id, await readPersonChannels(db, keys, email))
    const view = channelFormView(id, {
      ...(typed ?? { values: stored, faults: [] }),
      isStored: Object.keys(stored).length > 0,
      wording: request.wording,
    })
    return reply.page('you/channel-form.hbs', view, await readConnection(context))
  }

  service.get(address, { schema: { params } }, (request, reply) =>
    show(request, reply, { id: channelIn(request) }),
  )

  /** Changes a channel, and has it told; by the host to which its messages go, if they go to one. */
  async function change(
    request: FastifyRequest,
    { action, id, values }: { action: MemberAction; id: ChannelId; values: ChannelValues },
    write: (trx: Transaction) => Promise<void>,
  ): Promise<void> {
    const hosts = Object.values(values).flatMap(value => URL.parse(value)?.host || [])
    const device = [request.wording.say(channelOf(id).name), ...new Set(hosts)].join(', ')
    await changeAs(context, request, async (trx, { now }) => {
      await write(trx)
      const isNew = action === 'channel-added'
      await recordChange(trx, request, { action, now, device, ...(isNew && { channel: id }) })
    })
  }

  service.post(
    address,
    {
      config: { confirm: 'add-channel' },
      schema: { params, body },
      preHandler: async (request, reply) => {
        const id = channelIn(request)
        const typed = readChannelForm(id, request.body ?? {}, config)
        if (typed.faults.length > 0) await show(request, reply.code(400), { id, typed })
      },
    },
    async (request, reply) => {
      const id = channelIn(request)
      const { values } = readChannelForm(id, request.body ?? {}, config)
      const { email } = signedIn(request).session
      await change(request, { action: 'channel-added', id, values }, trx =>
        savePersonChannel(trx, keys, { email, channel: id, values }),
      )
      return leaveFlash(reply, 'channel-saved').redirect(section)
    },
  )

  const removes = { config: { confirm: 'remove-channel' }, schema: { params } } as const
  service.post(`${address}/remove`, removes, async (request, reply) => {
    const id = channelIn(request)
    const { email } = signedIn(request).session
    const values = filledIn(id, await readPersonChannels(db, keys, email))
    await change(request, { action: 'channel-removed', id, values }, trx =>
      removePersonChannel(trx, email, id),
    )
    return leaveFlash(reply, 'channel-removed').redirect(section)
  })

  service.post(`${address}/test`, { schema: { params } }, async (request, reply) => {
    const channel = channelIn(request, { hasForm: false })
    const { email } = signedIn(request).session
    const usable = usableChannels(config, await readPersonChannels(db, keys, email))
    // As exact as the database keeps it, to find the message again.
    const now = clock.now().round('microsecond')
    const number = usable.includes(channel)
      ? await transaction(db, trx => planTest(trx, { email, channel, now }))
      : undefined
    if (number === undefined) leaveFlash(reply, 'test-nowhere')
    else {
      await wake(['notify'])
      await waitForMessages(context, number)
      const last = await readLastDeliveries(db, email)
      const ended = last.find(one => one.channel === channel && one.kind === 'test')
      const isThis = ended !== undefined && Temporal.Instant.compare(ended.createdAt, now) >= 0
      leaveFlash(
        reply,
        isThis ? (ended.state === 'sent' ? 'test-sent' : 'test-failed') : 'test-waiting',
      )
    }
    return reply.redirect(section)
  })
}
