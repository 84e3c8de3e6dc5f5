const prefix = 'https://www.googleapis.com/auth/'

/** Identity scopes come with every sign-in and cannot be unticked. Google answers with long names. */
const identityScopes: Record<string, string> = {
  openid: 'openid',
  email: `${prefix}userinfo.email`,
  profile: `${prefix}userinfo.profile`,
  [`${prefix}userinfo.email`]: `${prefix}userinfo.email`,
  [`${prefix}userinfo.profile`]: `${prefix}userinfo.profile`,
}

/** What the consent page says beside each tick. */
const texts: Record<string, string> = {
  calendar: 'See, edit, share and permanently delete all the calendars you can access',
  'calendar.readonly': 'See and download any calendar you can access',
  'calendar.events': 'View and edit events on all your calendars',
  'calendar.events.readonly': 'View events on all your calendars',
  'calendar.calendarlist': 'See, add and remove the calendars you are subscribed to',
  'calendar.calendarlist.readonly': 'See the list of calendars you are subscribed to',
}

export function isIdentityScope(scope: string): boolean {
  return Object.hasOwn(identityScopes, scope)
}

export function isKnownScope(scope: string): boolean {
  return isIdentityScope(scope) || describeScope(scope) !== undefined
}

export function describeScope(scope: string): string | undefined {
  const name = scope.startsWith(prefix) ? scope.slice(prefix.length) : ''
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

/** The name in a token response: `email` becomes https://www.googleapis.com/auth/userinfo.email. */
export function grantedName(scope: string): string {
  return identityScopes[scope] ?? scope
}
