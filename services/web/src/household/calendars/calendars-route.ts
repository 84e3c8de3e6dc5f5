import { CalendarError } from '@night-routine/calendar'
import { requestDisconnect } from '@night-routine/calendar-sync'
import {
  readCalendar,
  readDisconnectRequest,
  readImportedCalendars,
  renameCalendar,
} from '@night-routine/database/calendar'
import { readMembers } from '@night-routine/database/people'
import { inBatches, waits } from '@night-routine/service'
import { readConnection } from '../../plugins/connection.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { arrivingCookie } from '../../plugins/cookies.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { calendarsView, calendarToMake } from './calendars-view.ts'
import { setUpPeople } from './first-settings.ts'
import { setUpView } from './set-up-view.ts'

const limit = { handlerTimeout: waits.providerHandlerMs }

/** Lists the calendars, fetched from the provider. A household that has none chosen is set up here. */
export default async function calendars(service: WebService, context: WebContext) {
  const { db, listed, hasSetUpPage } = context
  const mayMake = context.calendars.createCalendar !== undefined

  service.get('/calendars', limit, async (request, reply) => {
    const selected = await readCalendar(db)
    if (request.cookies['arriving'] !== undefined) {
      reply.clearCookie('arriving', arrivingCookie)
      if (selected !== undefined) return reply.redirect('/')
    }
    const { session, settings, parents } = signedIn(request)
    const disconnecting = (await readDisconnectRequest(db)) !== undefined
    const list = disconnecting ? null : await listUnlessBroken(context)
    const listedNow = list?.find(({ id }) => id === selected?.calendarId)
    if (selected && listedNow && listedNow.name !== selected.calendarName) {
      selected.calendarName = listedNow.name
      await renameCalendar(db, selected)
    }
    const stored = await readConnection(context)
    const absent = stored.state === 'absent'
    const account = stored.account ?? undefined
    const { wording } = request
    if (selected === undefined && list?.some(({ writable }) => writable)) {
      const current = { ...settings, parents }
      const members = await readMembers(db)
      const view = setUpView({
        calendars: list,
        account: account ?? '',
        current,
        people: setUpPeople({ email: session.email, members, listed, current }),
        typed: null,
        imported: await readImportedCalendars(db),
        mayMake,
        wording,
      })
      return reply.page('household/calendars/set-up.hbs', view, stored)
    }
    const isOwn = context.provider.grants === null
    const view = calendarsView({
      calendars: list,
      selected,
      absent,
      connected: account,
      signedInAs: session.email,
      disconnecting,
      isOwn,
      mayMake,
      hasSetUpPage,
      wording,
    })
    // There is no grant to reconnect where the calendars belong to the installation.
    const isBroken = !list && !absent && !disconnecting && !isOwn
    const connection = isBroken ? ({ state: 'broken' } as const) : stored
    return reply.page('household/calendars/calendars.hbs', view, connection)
  })

  // A second click must not make a second calendar, also while the first is in progress.
  const makeOne = inBatches(async () => {
    const name = calendarToMake(await context.calendars.listCalendars(), mayMake)
    if (name !== null) await context.calendars.createCalendar?.({ name })
  })
  // The next page offers the calendar.
  service.post('/calendars/make', limit, async (_request, reply) => {
    await makeOne(null)
    return reply.redirect('/calendars')
  })

  // The worker disconnects, and the next page shows its progress.
  service.post('/calendars/disconnect', async (request, reply) => {
    await changeAs(context, request, requestDisconnect, ['channel', 'push'])
    return reply.redirect('/calendars')
  })
}

async function listUnlessBroken({ calendars: provider }: Pick<WebContext, 'calendars'>) {
  try {
    return await provider.listCalendars()
  } catch (error) {
    if (error instanceof CalendarError && error.class === 'reconnect') return null
    throw error
  }
}
