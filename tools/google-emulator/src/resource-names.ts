import type { FieldNames } from './fields.ts'

const eventTime: FieldNames = { date: true, dateTime: true, timeZone: true }
const person: FieldNames = { id: true, email: true, displayName: true, self: true }
const reminders = { method: true, minutes: true } as const

/** The names of Google's Event that a `fields` parameter may ask for, kept here or not. */
export const eventNames: FieldNames = {
  kind: true,
  etag: true,
  id: true,
  status: true,
  htmlLink: true,
  created: true,
  updated: true,
  summary: true,
  description: true,
  location: true,
  colorId: true,
  creator: person,
  organizer: person,
  start: eventTime,
  end: eventTime,
  endTimeUnspecified: true,
  recurrence: true,
  recurringEventId: true,
  originalStartTime: eventTime,
  transparency: true,
  visibility: true,
  iCalUID: true,
  sequence: true,
  attendees: true,
  attendeesOmitted: true,
  extendedProperties: { private: true, shared: true },
  hangoutLink: true,
  conferenceData: true,
  reminders: { useDefault: true, overrides: reminders },
  source: { url: true, title: true },
  attachments: true,
  eventType: true,
}

export const eventListNames: FieldNames = {
  kind: true,
  etag: true,
  summary: true,
  description: true,
  updated: true,
  timeZone: true,
  accessRole: true,
  defaultReminders: reminders,
  nextPageToken: true,
  nextSyncToken: true,
  items: eventNames,
}

export const calendarNames: FieldNames = {
  kind: true,
  etag: true,
  id: true,
  summary: true,
  description: true,
  location: true,
  timeZone: true,
  summaryOverride: true,
  colorId: true,
  backgroundColor: true,
  foregroundColor: true,
  hidden: true,
  selected: true,
  accessRole: true,
  defaultReminders: reminders,
  notificationSettings: true,
  primary: true,
  deleted: true,
  conferenceProperties: true,
}

export const calendarListNames: FieldNames = {
  kind: true,
  etag: true,
  nextPageToken: true,
  nextSyncToken: true,
  items: calendarNames,
}

export const channelNames: FieldNames = {
  kind: true,
  id: true,
  resourceId: true,
  resourceUri: true,
  token: true,
  expiration: true,
  address: true,
  type: true,
  params: true,
  payload: true,
}
