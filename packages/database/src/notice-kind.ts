/** What a notice is about: an edit that was not followed, or how things stand with the calendar. */
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
