import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { contentSecurityPolicy } from '../../content-security-policy.ts'
import { createAsPerson, editAsPerson, removeAsPerson } from '../../events/by-hand.ts'
import { text } from '../../events/parameters.ts'
import type { Query } from '../../events/parameters.ts'
import { GoogleError, notFound } from '../../google-error.ts'
import type { Provider } from '../../state/provider.ts'
import type { Calendar } from '../../state/state.ts'
import { readEventForm } from './event-form.ts'
import { peopleAddress, peopleView } from './people-view.ts'

const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/
const dayForm = /^\d{4}-\d\d-\d\d$/

/** A small calendar app, for what a person would do in Google's. */
const people: FastifyPluginAsync<{ provider: Provider }> = async (service, { provider }) => {
  await service.register(formbody)

  service.get<{ Querystring: Query }>('/', async (request, reply) => {
    const { query } = request
    const calendar = findCalendar(provider, text(query, 'calendar') ?? 'family')
    const today = provider.clock.now().toZonedDateTimeISO(calendar.timeZone).toPlainDate()
    const month = text(query, 'month')
    const day = text(query, 'day')
    reply.header('content-security-policy', contentSecurityPolicy())
    return reply.view(
      'routes/people/people.hbs',
      peopleView(provider.state.calendars, calendar, today, {
        month: month && monthForm.test(month) ? month : undefined,
        day: day && dayForm.test(day) ? day : undefined,
        event: text(query, 'event'),
        problem: text(query, 'problem'),
      }),
    )
  })

  service.post<{ Body: Query | null }>('/people/save', async (request, reply) => {
    const form = request.body ?? {}
    return change(provider, form, reply, calendar => {
      const id = text(form, 'event')
      const before = id === undefined ? undefined : calendar.events.get(id)
      const event = readEventForm(form, { before, timeZone: calendar.timeZone })
      if (id) editAsPerson(provider, calendar, id, event)
      else createAsPerson(provider, calendar, event)
    })
  })

  service.post<{ Body: Query | null }>('/people/remove', async (request, reply) => {
    const form = request.body ?? {}
    return change(provider, form, reply, calendar =>
      removeAsPerson(provider, calendar, text(form, 'event') ?? ''),
    )
  })
}
export default people

/** Makes the change and returns to the month, which shows the reason if it was refused. */
function change(
  provider: Provider,
  form: Query,
  reply: FastifyReply,
  work: (calendar: Calendar) => void,
) {
  const calendar = findCalendar(provider, text(form, 'calendar') ?? '')
  const back = { calendar: calendar.id, month: text(form, 'month') }
  try {
    work(calendar)
    return reply.redirect(peopleAddress(back), 303)
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    return reply.redirect(peopleAddress({ ...back, problem: error.message }), 303)
  }
}

function findCalendar(provider: Provider, id: string): Calendar {
  const calendar = provider.state.calendars.find(candidate => candidate.id === id)
  if (!calendar) throw notFound()
  return calendar
}
