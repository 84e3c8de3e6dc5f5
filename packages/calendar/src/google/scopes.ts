const calendarEvents = 'https://www.googleapis.com/auth/calendar.events'
const calendarList = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

/** What we ask for: the person's identity, their calendar list, and the events. */
export const requiredScopes: readonly string[] = ['openid', 'email', calendarEvents, calendarList]

/** What a person who only signs in is asked for. */
export const identityScopes: readonly string[] = ['openid', 'email']

// Google returns the `email` scope under this long name.
const longNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
}

/** The required scopes that a person did not grant, in the order of `requiredScopes`. */
export function missingScopes(granted: readonly string[]): string[] {
  return requiredScopes.filter(
    scope => !granted.includes(scope) && !granted.includes(longNames[scope] ?? scope),
  )
}
