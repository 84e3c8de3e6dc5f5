import { message, type Message, type MessageKey, type Wording } from '@night-routine/wording'

type Purpose = Extract<MessageKey, `signIn.purpose.${string}`>

/** The permissions, in words that match the boxes of the consent page. */
const purposes: Record<string, Purpose> = {
  openid: 'signIn.purpose.openid',
  email: 'signIn.purpose.email',
  'https://www.googleapis.com/auth/calendar.events': 'signIn.purpose.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly': 'signIn.purpose.calendarList',
}

/** Which permissions are missing, and what to do. */
export function scopeWords(missing: readonly string[], { say }: Wording): Message {
  const named = missing.map(scope => {
    const purpose = purposes[scope]
    return purpose === undefined ? scope : say(purpose)
  })
  return message('signIn.missingPermissions', { purposes: named })
}
