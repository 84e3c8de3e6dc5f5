import {
  readNotificationSettings,
  saveAccountLanguage,
  saveAccountParent,
  saveNotificationSettings,
  type NotificationSettings,
  type ParentId,
} from '@night-routine/database'
import { parentIds } from '@night-routine/fairness'
import { languages, message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import { changeAs, type WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { takeJsonOnly } from '../json-only.ts'
import { askedFor, type RemindersForm } from '../you/reminders-form.ts'

const time = Type.String({ maxLength: 20 })

const fields = {
  parent: Type.Union([Type.Enum([...parentIds]), Type.Null()]),
  language: Type.Union([Type.Enum([...languages]), Type.Null()]),
  reminder_at: Type.Union([time, Type.Null()]),
  changes: Type.Boolean(),
  by_email: Type.Boolean(),
  by_push: Type.Boolean(),
  quiet: Type.Union([Type.Object({ from: time, to: time }), Type.Null()]),
}

const shown = Type.Object(
  { email: Type.String(), ...fields },
  {
    description:
      'Who you are: your address, which parent, the language you read (null: the household’s), and the messages you ' +
      'get: a reminder at a time, changes, by e-mail or push, and hours without any.',
  },
)

const changing = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  description: 'Changes what is named, all or none. Times are `HH:MM`; null turns off.',
})

const ofMessages = ['reminder_at', 'changes', 'by_email', 'by_push', 'quiet'] as const

/** What is the person's alone, as JSON. */
const youApi: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, config, isSecure } = context
  const ways = { hasMail: config.SMTP_URL !== undefined, hasPush: isSecure }
  takeJsonOnly(service)

  service.get('/api/you', { schema: { response: { 200: shown } } }, async request => {
    const { session, reader: parent, language } = signedIn(request)
    const stored = await readNotificationSettings(db, session.email)
    return { email: session.email, parent, language, ...messagesView(stored) }
  })

  service.patch(
    '/api/you',
    { schema: { body: changing, response: { 200: shown } } },
    async request => {
      const { session, ...before } = signedIn(request)
      const { email } = session
      const { parent = before.reader, language = before.language, ...wanted } = request.body
      return changeAs(context, session, async trx => {
        const stored = await readNotificationSettings(trx, email)
        const isAboutMessages = ofMessages.some(field => field in wanted)
        const form = formWith({ ...messagesView(stored), ...wanted }, parent)
        const { settings, faults } = askedFor(form, { ...ways, stored })
        const [fault] = faults
        if (fault !== undefined && isAboutMessages)
          throw new SpokenError(400, message(`notifications.${fault.reason}`), {
            field: names[fault.field],
          })
        await saveAccountParent(trx, email, parent)
        await saveAccountLanguage(trx, email, language)
        if (isAboutMessages) await saveNotificationSettings(trx, email, settings)
        return { email, parent, language, ...messagesView(isAboutMessages ? settings : stored) }
      })
    },
  )
}

export default youApi

/** Fields that have other names in the form of the page. */
const names = { parent: 'parent', reminder_at: 'reminder_at', how: 'by_email', quiet_from: 'quiet' }

type Messages = Pick<Static<typeof shown>, (typeof ofMessages)[number]>

function messagesView(stored: NotificationSettings): Messages {
  const { reminderAt, changes, byEmail, byPush, quiet } = stored
  return {
    reminder_at: reminderAt && clock(reminderAt),
    changes,
    by_email: byEmail,
    by_push: byPush,
    quiet: quiet && { from: clock(quiet.from), to: clock(quiet.to) },
  }
}

function clock(at: Temporal.PlainTime): string {
  return at.toString({ smallestUnit: 'minute' })
}

/** The form of the page You that asks for the same. */
function formWith(wanted: Messages, parent: ParentId | null): RemindersForm {
  return {
    parent,
    reminder: wanted.reminder_at !== null,
    reminderAt: wanted.reminder_at ?? '',
    changes: wanted.changes,
    byEmail: wanted.by_email,
    byPush: wanted.by_push,
    quietFrom: wanted.quiet?.from ?? '',
    quietTo: wanted.quiet?.to ?? '',
  }
}
