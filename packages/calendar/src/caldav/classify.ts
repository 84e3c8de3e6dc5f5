import { CalendarError, codeOf, type OwnReason } from '../errors.ts'

const own = {
  server: { reason: 'not-a-calendar-server', class: 'give-up' },
  certificate: { reason: 'certificate-refused', class: 'give-up' },
} as const satisfies Record<string, OwnReason>

export const ownReasons = Object.values(own).map(({ reason }) => reason)

/** The address of the configuration leads to no calendars. */
export function notACalendarServer(detail: string): CalendarError {
  return new CalendarError(own.server, { detail })
}

/** Why no whole answer came. */
export function transportError(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error
  if (error instanceof Error && error.name === 'TimeoutError') return new CalendarError('timeout')
  const code = codeOf(error)
  const isCertificate = /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL/.test(code)
  return new CalendarError(isCertificate ? own.certificate : 'unavailable', { detail: code })
}
