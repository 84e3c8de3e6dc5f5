import {
  readNotificationSettings,
  saveNotificationSettings,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import { saveMemberLanguage, saveMemberParent } from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import { ChangeRefusal } from '@night-routine/household'
import { channelIds, isChannelId } from '@night-routine/notifications'
import { languages } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { signedIn } from '../plugins/sessions.ts'
import { nameApiFields, takeJsonOnly } from '../plugins/json-api.ts'
import { askedBy, time as clock } from './reminders-form.ts'

const time = Type.String({ maxLength: 20 })

const fields = {
  parent: Type.Union([Type.Enum([...parentIds]), Type.Null()]),
  language: Type.Union([Type.Enum([...languages]), Type.Null()]),
  reminder_at: Type.Union([time, Type.Null()]),
  changes: Type.Boolean(),
  channels: Type.Array(Type.Enum(channelIds), { uniqueItems: true }),
  quiet: Type.Union([Type.Object({ from: time, to: time }), Type.Null()]),
}

const shown = Type.Object(
  { email: Type.String(), ...fields },
  {
    description:
      'Your address, which parent you are, your language (null: the household’s), and your messages.',
  },
)

const changing = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  description: 'Changes what is named, all or none. Times are `HH:MM`; null turns off.',
})

const ofMessages = ['reminder_at', 'changes', 'channels', 'quiet']

/** What is the person's alone, as JSON. */
export default async function youApi(service: WebService, context: WebContext) {
  const { db, keys, config } = context
  takeJsonOnly(service)
  nameApiFields(service)

  service.get('/api/you', { schema: { response: { 200: shown } } }, async request => {
    const { session, reader: parent, language } = signedIn(request)
    const stored = await readNotificationSettings(db, session.email)
    return { email: session.email, parent, language, ...messagesView(stored) }
  })

  const changes = { schema: { body: changing, response: { 200: shown } } }
  service.patch('/api/you', changes, async request => {
    const { session, ...before } = signedIn(request)
    const { email } = session
    const { parent = before.reader, language = before.language, ...wanted } = request.body
    return changeAs(context, request, async trx => {
      const stored = await readNotificationSettings(trx, email)
      const isAboutMessages = ofMessages.some(field => field in wanted)
      const messages = { ...messagesView(stored), ...wanted }
      const form = {
        parent,
        reminder: messages.reminder_at !== null,
        reminderAt: messages.reminder_at ?? '',
        changes: messages.changes,
        channels: messages.channels,
        quietFrom: messages.quiet?.from ?? '',
        quietTo: messages.quiet?.to ?? '',
      }
      const { settings, faults } = await askedBy(trx, { keys, config, email }, form)
      if (isAboutMessages && faults.length > 0)
        throw new ChangeRefusal('not-allowed', faults.slice(0, 1))
      await saveMemberParent(trx, email, parent)
      await saveMemberLanguage(trx, email, language)
      if (isAboutMessages) await saveNotificationSettings(trx, email, settings)
      return { email, parent, language, ...messagesView(isAboutMessages ? settings : stored) }
    })
  })
}

function messagesView({ reminderAt, changes, channels, quiet }: NotificationSettings) {
  return {
    reminder_at: reminderAt && clock(reminderAt),
    changes,
    channels: channels.filter(isChannelId),
    quiet: quiet && { from: clock(quiet.from), to: clock(quiet.to) },
  }
}
