import { message, type Message, type MessageKey, type Wording } from '@night-routine/wording'

type Purpose = Extract<MessageKey, `signIn.purpose.${string}`>

/** What a box on the consent page is for, in words that recognise it. */
const purposes: Record<string, Purpose> = {
  openid: 'signIn.purpose.openid',
  email: 'signIn.purpose.email',
  'https://www.googleapis.com/auth/calendar.events': 'signIn.purpose.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly': 'signIn.purpose.calendarList',
}

/** Which permissions were left out, and what to do about it. */
export function scopeWords(missing: readonly string[], { say }: Wording): Message {
  const named = missing.map(scope => {
    const purpose = purposes[scope]
    return purpose === undefined ? scope : say(purpose)
  })
  return message('signIn.missingPermissions', { purposes: named })
}
