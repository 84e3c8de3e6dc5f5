/** What a box on the consent page is for, in words that recognise it. */
const purposes: Record<string, string> = {
  openid: 'to know who you are',
  email: 'to see your e-mail address',
  'https://www.googleapis.com/auth/calendar.events': 'to view and edit events on your calendars',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly':
    'to see the list of your calendars',
}

/** Which permissions were left out, and what to do about it. */
export function scopeWords(missing: readonly string[]): string {
  const named = new Intl.ListFormat('en').format(missing.map(scope => purposes[scope] ?? scope))
  return `One box stayed unticked: Night Routine needs permission ${named}. Sign in again and leave every box ticked.`
}
