/** The calendar that an app opens. */
export interface AppAccount {
  /** Of the server, with a `/` at its end. */
  url: string
  username: string
  password: string
  /** The path of the calendar. */
  calendarId: string
}

/** What a person does in an app, in this order. */
export interface AppEdits {
  move: { id: string; date: string }
  /** The id of an event. */
  remove: string
  /** An event of their own, of a whole day. */
  add: { title: string; date: string }
  retitle: { id: string; title: string }
}

/**
 * Opens the calendar in an app that other people wrote, edits it and waits until the server has the edits.
 * @returns the titles that it showed before
 */
export type CalendarApp = (account: AppAccount, edits: AppEdits) => Promise<string[]>

/** The day after, which is where an event of a whole day ends. */
export const dayAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
