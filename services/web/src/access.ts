/** Whether a route needs a session. */
export type SessionNeed = 'required' | 'optional' | 'none'

/**
 * Every path of this service. A missing path needs a session, so a forgotten entry fails closed; a test
 * compares this table with the routes.
 */
export const access: Readonly<Record<string, SessionNeed>> = {
  '/': 'optional',
  '/auth': 'none',
  '/oauth/callback': 'optional',
  '/sign-out': 'optional',
  '/calendars': 'required',
  '/calendars/select': 'required',
  '/calendars/disconnect': 'required',
  '/notices/dismiss': 'required',
  '/notices/put-back': 'required',
  '/sync': 'required',
  '/status': 'required',
  '/status/events': 'required',
  '/nights/babysitter': 'required',
  '/nights/give': 'required',
  '/nights/swap': 'required',
  '/nights/unlock': 'required',
  '/changes/undo': 'required',
  '/history': 'required',
  '/statistics': 'required',
  '/statistics.csv': 'required',
  '/feed': 'required',
  '/feed/:link/revoke': 'required',
  '/feed/:link/calendar.ics': 'none',
  '/share/:link': 'none',
  '/sessions/end': 'required',
  '/sessions/others': 'required',
  '/settings': 'required',
  '/settings/absences': 'required',
  '/settings/absences/remove': 'required',
  '/settings/site-password': 'required',
  '/settings/take-down': 'required',
  '/settings/new-address': 'required',
  '/api/assignment-details': 'required',
  '/api/assignment-babysitter': 'required',
  '/help': 'optional',
  '/manifest.webmanifest': 'optional',
  '/assets/:file': 'none',
  '/healthz': 'none',
  '/readyz': 'none',
}

/** A session is required unless the table says otherwise. */
export function sessionNeed(path: string | undefined): SessionNeed {
  return (path === undefined ? undefined : access[path]) ?? 'required'
}
