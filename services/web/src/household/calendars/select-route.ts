import type { CalendarSummary } from '@night-routine/calendar'
import { takeOverEvents } from '@night-routine/calendar-sync'
import { readCalendar } from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { readMembers, saveMemberParent } from '@night-routine/database/people'
import { otherParent } from '@night-routine/fairness'
import {
  ChangeRefusal,
  readHouseholdSettings,
  saveHouseholdSettings,
  type ChangeOrigin,
} from '@night-routine/household'
import { HttpError, waits } from '@night-routine/service'
import type { Wording } from '@night-routine/wording'
import { Type } from 'typebox'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { wantsEarlyAnswer, calendarWait } from '../../plugins/wait-for-work.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { selectCalendar } from './select-calendar.ts'
import { firstLanguage, setUpPeople, settingsFromMembers } from './first-settings.ts'
import { findOtherInstallation, otherInstallationView } from './other-installation.ts'
import { postedSetUp, settingsOfForm, type SetUpForm } from './set-up-form.ts'
import { filledSetUp, setUpView } from './set-up-view.ts'

const text = Type.String({ maxLength: 1024 })
const body = Type.Object({
  calendar_id: Type.String({ minLength: 1, maxLength: 1024 }),
  parent_a: Type.Optional(text),
  parent_b: Type.Optional(text),
  time_zone: Type.Optional(text),
  unavailable_a: Type.Optional(Type.Union([text, Type.Array(text, { maxItems: 7 })])),
  unavailable_b: Type.Optional(Type.Union([text, Type.Array(text, { maxItems: 7 })])),
  you: Type.Optional(text),
  prefer: Type.Optional(text),
  take_over: Type.Optional(text),
})

/**
 * Selects a calendar that the provider lists as writable, and plans the nights, and answers when its channel is open and
 * the nights are in it. With the fields of the set-up screen it saves those first, in the same transaction;
 * `calendar_id` alone takes missing names from the accounts. A calendar that another installation uses is refused, unless
 * `take_over` names it too.
 */
export default async function select(service: WebService, context: WebContext) {
  const { db, listed } = context
  const startWait = calendarWait(context)
  // The contract has one response to any invalid form.
  service.setErrorHandler<Error & { validation?: unknown; statusCode?: number }>(error => {
    const notTheForm = error.validation !== undefined || error.statusCode === 415
    throw notTheForm ? invalid(error) : error
  })
  const selects = { schema: { body }, handlerTimeout: waits.providerHandlerMs }
  service.post('/calendars/select', selects, async (request, reply) => {
    const wait = startWait()
    const { session, settings, parents } = signedIn(request)
    const all = await context.calendars.listCalendars()
    const chosen = all.find(({ id }) => id === request.body.calendar_id)
    if (!chosen?.writable) throw invalid()
    const others = await findOtherInstallation(context, chosen.id)
    if (others.length > 0 && request.body.take_over !== chosen.id) {
      const view = otherInstallationView(request.body, chosen, request.wording)
      const connection = await readConnection(context)
      return reply.code(409).page('household/calendars/other-installation.hbs', view, connection)
    }
    const current = { ...settings, parents }
    const members = await readMembers(db)
    const people = setUpPeople({ email: session.email, members, listed, current })
    const filled = filledSetUp({ writable: [chosen], current, people })
    const typed = postedSetUp(request.body, filled)
    const setUp = async (trx: Transaction, by: ChangeOrigin) => {
      await saveFirstSettings(trx, by, { typed, chosen, email: session.email, listed, wording })
      await takeOverEvents(trx, chosen.id, others)
    }
    const { wording } = request
    const selected = { calendarId: chosen.id, calendarName: chosen.name }
    try {
      const wanted = await selectCalendar(context, selected, session, setUp)
      if (!wantsEarlyAnswer(request, reply, request.body.prefer)) await wait(wanted)
    } catch (error) {
      if (!(error instanceof ChangeRefusal) || typed === null) throw error
      const connection = await readConnection(context)
      const view = setUpView({
        calendars: all,
        account: connection.account ?? '',
        current,
        people,
        typed: { form: typed, calendarId: chosen.id, faults: error.faults },
        imported: [],
        mayMake: context.calendars.createCalendar !== undefined,
        wording,
      })
      return reply.code(400).page('household/calendars/set-up.hbs', view, connection)
    }
    if (typed !== null) leaveFlash(reply, 'set-up')
    return reply.redirect('/')
  })
}

/** Saves what the set-up says, or what the accounts say where nothing was typed. */
async function saveFirstSettings(
  trx: Transaction,
  by: ChangeOrigin,
  given: {
    typed: SetUpForm | null
    chosen: CalendarSummary
    email: string
    listed: readonly string[]
    wording: Wording
  },
): Promise<void> {
  const { typed, chosen, email, listed, wording } = given
  const current = await readHouseholdSettings(trx)
  const people = setUpPeople({ email, members: await readMembers(trx), listed, current })
  const isFirst = (await readCalendar(trx)) === undefined
  const fallback = wording.say('setUp.otherParent')
  const wanted =
    typed === null
      ? settingsFromMembers(current, people, { calendar: chosen, fallback })
      : settingsOfForm(typed, current)
  const settings = { ...wanted, language: firstLanguage(current, wording) }
  await saveHouseholdSettings(trx, { settings, current, ...by })
  if (!isFirst || people.neither) return
  const you = typed?.you ?? people.you
  await saveMemberParent(trx, email, you)
  if (people.other !== null) await saveMemberParent(trx, people.other, otherParent(you))
}

function invalid(cause?: unknown) {
  return new HttpError(400, 'Invalid calendar ID', { field: 'calendar_id', cause })
}
