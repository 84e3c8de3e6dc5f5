import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database/connection'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { LocalizedHttpError } from '../src/plugins/localized-http-error.ts'

const faults: Record<string, () => Error> = {
  '401': () => new LocalizedHttpError(401, message('error.signInFirst')),
  '403': () => new LocalizedHttpError(403, message('error.otherSite')),
  '500': () => new Error('unexpected failure'),
  '502': () => new CalendarError('unavailable'),
  '503': () => new HouseholdBusyError(),
}

/** Routes that fail like the service: `/fails/401` and so on. */
export function failingPages(service: FastifyInstance): void {
  for (const [status, fault] of Object.entries(faults))
    service.get(`/fails/${status}`, async () => {
      throw fault()
    })
}
