import type { FieldNames } from './fields.ts'

const leaves = (names: string): FieldNames =>
  Object.fromEntries(names.split(' ').map(name => [name, true as const]))

const eventTime = leaves('date dateTime timeZone')
const person = leaves('id email displayName self')
const reminders = leaves('method minutes')

/** The names of Google's Event that a `fields` parameter may ask for, kept here or not. */
export const eventNames: FieldNames = {
  ...leaves('kind etag id status htmlLink created updated summary description location colorId'),
  ...leaves('endTimeUnspecified recurrence recurringEventId transparency visibility iCalUID'),
  ...leaves('sequence attendees attendeesOmitted hangoutLink conferenceData attachments eventType'),
  creator: person,
  organizer: person,
  start: eventTime,
  end: eventTime,
  originalStartTime: eventTime,
  extendedProperties: leaves('private shared'),
  reminders: { useDefault: true, overrides: reminders },
  source: leaves('url title'),
}

export const eventListNames: FieldNames = {
  ...leaves(
    'kind etag summary description updated timeZone accessRole nextPageToken nextSyncToken',
  ),
  defaultReminders: reminders,
  items: eventNames,
}

export const calendarNames: FieldNames = {
  ...leaves('kind etag id summary description location timeZone summaryOverride colorId'),
  ...leaves('backgroundColor foregroundColor hidden selected accessRole notificationSettings'),
  ...leaves('primary deleted conferenceProperties'),
  defaultReminders: reminders,
}

export const calendarListNames: FieldNames = {
  ...leaves('kind etag nextPageToken nextSyncToken'),
  items: calendarNames,
}

export const channelNames = leaves(
  'kind id resourceId resourceUri token expiration address type params payload',
)
