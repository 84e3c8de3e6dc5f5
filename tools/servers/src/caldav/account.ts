/** A private CalDAV server with the account "parents". */
export interface CalendarServer {
  /** With a `/` at its end. */
  url: string
  /** The folder of the account's calendars, with a `/` at its end. */
  home: string
  username: string
  password: string
  stop(): Promise<void>
}

/** The account of every server. */
export const account = { username: 'parents', password: 'secret' }
