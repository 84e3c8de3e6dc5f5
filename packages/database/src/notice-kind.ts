/** What a notice is about: an edit that was not followed, how things stand with the calendar, or a restore. */
export type NoticeKind =
  | 'unreadable'
  | 'name-not-allowed'
  | 'moved'
  | 'timed'
  | 'repeated'
  | 'too-old'
  | 'reader-brake'
  | 'calendar-lost'
  | 'disconnected'
  | 'restored'
